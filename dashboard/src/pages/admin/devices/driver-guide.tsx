import { DocsLink } from '../../../components/docs-link';
import { useTranslations } from '../../../i18n';
import type { Driver } from './api';
import { useDriverWords } from './use-driver-words';

/** Anchors of sections whose name differs from that of the driver. */
const ANCHORS: Readonly<Record<string, string>> = {
  meta: 'meta-cloud-api',
  evolution: 'evolution-api',
  http: 'the-native-protocol',
};

/** Link to the guide of a driver. Drivers of other channels than WhatsApp have another page. */
export function DriverGuide({ driver }: { driver: Driver }) {
  const t = useTranslations('admin.deviceForm');
  const words = useDriverWords();
  return (
    <DocsLink
      to={`/docs/${driver.channel === 'whatsapp' ? 'gateways' : 'sms'}#${ANCHORS[driver.name] ?? driver.name}`}
      size="sm"
    >
      {t('documents', { driver: words.title(driver) })}
    </DocsLink>
  );
}

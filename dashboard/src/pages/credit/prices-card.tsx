import type { ChannelPrice } from '../../api/prices';
import { Hint } from '../../components/hint';
import { PriceList } from '../../components/price-list';
import { Section } from '../../components/section';
import { useTranslations } from '../../i18n';

/** The account's prices of messages. */
export function PricesCard({ prices }: { prices: readonly ChannelPrice[] }) {
  const t = useTranslations('credit.prices');
  return (
    <Section title={t('title')}>
      <Hint mb="sm">{t('text')}</Hint>
      <PriceList prices={prices} />
    </Section>
  );
}

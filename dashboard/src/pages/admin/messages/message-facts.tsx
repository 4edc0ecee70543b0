import type { Story } from '../../../api/messages';
import { Facts } from '../../../components/facts';
import { MaskedPhone } from '../../../components/masked-phone';
import { Money } from '../../../components/money';
import { Mono } from '../../../components/mono';
import { StatusBadge } from '../../../components/status-badge';
import { useFormat, useTranslations } from '../../../i18n';

export function MessageFacts({ story }: { story: Story }) {
  const t = useTranslations('admin.message');
  const mode = useTranslations('common.mode');
  const { time } = useFormat();
  const facts = [
    { label: t('status'), value: <StatusBadge status={story.status} /> },
    { label: t('recipient'), value: <MaskedPhone value={story.recipient} /> },
    { label: t('brand'), value: story.company_name },
    { label: t('mode'), value: mode(story.livemode ? 'live' : 'test') },
    { label: t('credit'), value: <Money value={story.credit_used} /> },
    { label: t('created'), value: time(story.created_at_utc) },
    { label: t('reference'), value: <Mono>{story.reference}</Mono> },
    { label: t('gatewayId'), value: story.message_id === null ? '–' : <Mono>{story.message_id}</Mono> },
  ];
  return <Facts facts={facts} />;
}

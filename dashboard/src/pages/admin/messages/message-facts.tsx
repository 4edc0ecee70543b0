import type { Timeline } from '../../../api/messages';
import { Facts } from '../../../components/facts';
import { MaskedPhone } from '../../../components/masked-phone';
import { Money } from '../../../components/money';
import { Mono } from '../../../components/mono';
import { StatusBadge } from '../../../components/status-badge';
import { useFormat, useTranslations } from '../../../i18n';

export function MessageFacts({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('admin.message');
  const mode = useTranslations('common.mode');
  const { time } = useFormat();
  const facts = [
    { label: t('status'), value: <StatusBadge status={timeline.status} /> },
    { label: t('recipient'), value: <MaskedPhone value={timeline.recipient} /> },
    { label: t('brand'), value: timeline.company_name },
    { label: t('mode'), value: mode(timeline.livemode ? 'live' : 'test') },
    { label: t('credit'), value: <Money value={timeline.credit_used} /> },
    { label: t('created'), value: time(timeline.created_at_utc) },
    { label: t('reference'), value: <Mono>{timeline.reference}</Mono> },
    { label: t('gatewayId'), value: timeline.message_id === null ? '–' : <Mono>{timeline.message_id}</Mono> },
  ];
  return <Facts facts={facts} />;
}

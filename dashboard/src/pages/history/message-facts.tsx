import { Text } from '@mantine/core';
import type { Timeline } from '../../api/messages';
import { CHANNEL_NAMES } from '../../components/channel-names';
import { Copyable } from '../../components/copyable';
import { Facts } from '../../components/facts';
import { FailureText } from '../../components/failure-text';
import { Hint } from '../../components/hint';
import { ModeBadge } from '../../components/mode-badge';
import { Money } from '../../components/money';
import { StatusBadge } from '../../components/status-badge';
import { useFormat, useTranslations } from '../../i18n';

/** Details of a message. */
export function MessageFacts({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('history.message');
  const { time, duration } = useFormat();
  const delivery = deliverySeconds(timeline);
  const { reason, error_message: words, external_id: externalId, metadata } = timeline;
  const { verification_id: verificationId } = timeline;
  const pairs = Object.entries(metadata ?? {}).map(([name, value]) => `${name}: ${value}`);
  const facts = [
    { label: t('status'), value: <StatusBadge status={timeline.status} /> },
    ...(reason === null || timeline.status !== 'failed'
      ? []
      : [{ label: t('error'), value: <Failure reason={reason} words={words} /> }]),
    { label: t('brand'), value: timeline.company_name },
    { label: t('mode'), value: <ModeBadge mode={timeline.livemode ? 'live' : 'test'} /> },
    ...(timeline.attempts.length > 1 || timeline.channel !== 'whatsapp'
      ? [
          {
            label: t('channel'),
            value: timeline.attempts.map(({ channel }) => CHANNEL_NAMES[channel]).join(' → '),
          },
        ]
      : []),
    { label: t('credit'), value: <Cost timeline={timeline} /> },
    { label: t('created'), value: time(timeline.created_at_utc) },
    ...(delivery === null ? [] : [{ label: t('delivery'), value: duration(delivery) }]),
    {
      label: t('messageId'),
      value: timeline.message_id === null ? t('noMessageId') : <Copyable value={timeline.message_id} />,
    },
    { label: t('reference'), value: <Copyable value={timeline.reference} /> },
    ...(verificationId === null
      ? []
      : [{ label: t('verificationId'), value: <Copyable value={verificationId} /> }]),
    ...(externalId === null ? [] : [{ label: t('externalId'), value: <Copyable value={externalId} /> }]),
    ...(pairs.length === 0 ? [] : [{ label: t('metadata'), value: pairs.join(', ') }]),
  ];
  return <Facts facts={facts} />;
}

function Failure({ reason, words }: { reason: NonNullable<Timeline['reason']>; words: string | null }) {
  const t = useTranslations('history.message.remedies');
  return (
    <>
      <FailureText reason={reason} words={words} />
      <Hint>{t(reason)}</Hint>
    </>
  );
}

function Cost({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('history.message');
  if (!timeline.livemode) return t('free');
  const isRefunded = timeline.events.some((event) => event.type === 'ledger' && event.kind === 'refund');
  return (
    <>
      <Money value={timeline.credit_used} />
      {isRefunded && (
        <Text span size="sm" c="dimmed">
          {' · '}
          {t('refunded')}
        </Text>
      )}
    </>
  );
}

function deliverySeconds({ events, created_at_utc: createdAt }: Timeline): number | null {
  const delivered = events.find((event) => event.type === 'status' && event.status === 'delivered');
  return delivered ? (Date.parse(delivered.at_utc) - Date.parse(createdAt)) / 1000 : null;
}

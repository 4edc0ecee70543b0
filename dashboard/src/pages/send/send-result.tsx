import { Divider, Group, Stack, Text, Title } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Timeline, timelineQuery } from '../../api/messages';
import type { SendBody } from '../../api/sender';
import { EmptyState } from '../../components/empty-state';
import { Hint } from '../../components/hint';
import { TextLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { StatusBadge } from '../../components/status-badge';
import { Surface } from '../../components/surface';
import { MessageTimeline } from '../../components/timeline/message-timeline';
import { useFormat, useTranslations } from '../../i18n';
import { CodeCheck } from './code-check';

/** The last sent message; its outcome may be unknown. */
export interface SentMessage {
  /** Any of its IDs. */
  id: string;
  /** Balance after the send, if known. */
  balance: number | null;
}

interface Props {
  sent: SentMessage | null;
  /** The request that created it. */
  request: SendBody | null;
}

/** Live timeline of the sent message, with the code check. */
export function SendResultCard({ sent, request }: Props) {
  const t = useTranslations('send.result');
  return (
    <Surface>
      {sent === null ? (
        <EmptyState icon={IconRoute} title={t('empty')} text={t('emptyText')} />
      ) : (
        <>
          <SentTimeline key={sent.id} sent={sent} />
          {request && (
            <>
              <Divider my="md" />
              <CodeCheck key={sent.id} apiKeyId={request.api_key_id} phone={request.phone} />
            </>
          )}
        </>
      )}
    </Surface>
  );
}

function SentTimeline({ sent }: { sent: SentMessage }) {
  const t = useTranslations('send.result');
  const query = useQuery(timelineQuery(sent.id));
  const card = useRef<HTMLDivElement>(null);
  // On a phone it is below the form, outside the viewport.
  useEffect(() => void card.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <Stack ref={card} gap="md">
      <Title order={2}>{t('title')}</Title>
      <Loaded query={query}>
        {(timeline) => <LiveTimeline timeline={timeline} balance={sent.balance} />}
      </Loaded>
    </Stack>
  );
}

/** `balance`: after the send. If a refund follows, the timeline has the balance after it. */
function LiveTimeline({ timeline, balance }: { timeline: Timeline; balance: number | null }) {
  const t = useTranslations('send.result');
  const { rupiah } = useFormat();
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="sm" role="status">
          <Text ff="monospace">{timeline.recipient}</Text>
          <StatusBadge status={timeline.status} />
        </Group>
        <TextLink size="sm" to="/history/$messageId" params={{ messageId: timeline.reference }}>
          {t('details')}
        </TextLink>
      </Group>
      <MessageTimeline timeline={timeline} />
      <Hint>
        {timeline.livemode
          ? t('credit', {
              price: rupiah(timeline.credit_used),
              balance: rupiah(balanceAfter(timeline) ?? balance ?? 0),
            })
          : t('free')}
      </Hint>
    </>
  );
}

const balanceAfter = ({ events }: Timeline) =>
  events.findLast((event) => event.type === 'ledger')?.balance_after;

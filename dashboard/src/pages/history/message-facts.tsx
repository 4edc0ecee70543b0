import { Badge, Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Story } from '../../api/messages';
import { Copyable } from '../../components/copyable';
import { Money } from '../../components/money';
import { StatusBadge } from '../../components/status-badge';
import { useFormat } from '../../i18n/use-format';
import classes from './history.module.css';

/** What is known about a message, apart from how it came to be. */
export function MessageFacts({ story }: { story: Story }) {
  const t = useTranslations('history.message');
  const mode = useTranslations('common.mode');
  const { time, duration } = useFormat();
  const delivery = deliverySeconds(story);
  return (
    <dl className={classes.facts}>
      <Fact name={t('status')}>
        <StatusBadge status={story.status} />
      </Fact>
      {story.error_message !== null && <Fact name={t('error')}>{story.error_message}</Fact>}
      <Fact name={t('brand')}>{story.company_name}</Fact>
      <Fact name={t('mode')}>
        <Badge variant="outline" color="gray" tt="none">
          {mode(story.livemode ? 'live' : 'test')}
        </Badge>
      </Fact>
      <Fact name={t('credit')}>
        <Cost story={story} />
      </Fact>
      <Fact name={t('created')}>{time(story.created_at_utc)}</Fact>
      {delivery !== null && <Fact name={t('delivery')}>{duration(delivery)}</Fact>}
      <Fact name={t('messageId')}>
        {story.message_id === null ? t('noMessageId') : <Copyable value={story.message_id} />}
      </Fact>
      <Fact name={t('reference')}>
        <Copyable value={story.reference} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Cost({ story }: { story: Story }) {
  const t = useTranslations('history.message');
  if (!story.livemode) return t('free');
  const isRefunded = story.events.some((event) => event.type === 'ledger' && event.kind === 'refund');
  return (
    <>
      <Money value={story.credit_used} />
      {isRefunded && (
        <Text span size="sm" c="dimmed">
          {' · '}
          {t('refunded')}
        </Text>
      )}
    </>
  );
}

function deliverySeconds({ events, created_at_utc: createdAt }: Story): number | null {
  const delivered = events.find((event) => event.type === 'status' && event.status === 'delivered');
  return delivered ? (Date.parse(delivered.at_utc) - Date.parse(createdAt)) / 1000 : null;
}

import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { RowLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { Money } from '../../../components/money';
import { Section } from '../../../components/section';
import { SparkBars } from '../../../components/spark-bars';
import { useFormat, useTranslations } from '../../../i18n';
import { Figures } from '../figures';
import type { Overview, System } from './api';

/** Current activity of the service. */
export function ActivityCards({ query, system }: { query: UseQueryResult<Overview>; system: System }) {
  return (
    <Loaded query={query} height={320}>
      {(overview) => (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <SendRateCard sends={overview.sends} />
          <QueuesCard queues={system.queues} />
          <FailuresCard failures={overview.failures} />
          <LowCreditCard accounts={overview.low_credit} />
        </SimpleGrid>
      )}
    </Loaded>
  );
}

/** Send rate of the last hour. */
function SendRateCard({ sends }: Pick<Overview, 'sends'>) {
  const t = useTranslations('admin.overview.sends');
  // The current minute is incomplete, so the previous one is shown.
  const lastMinute = sends.at(-2)?.accepted ?? 0;
  const sum = (what: 'accepted' | 'refused' | 'failed') =>
    sends.reduce((all, minute) => all + minute[what], 0);
  const [accepted, refused, failed] = [sum('accepted'), sum('refused'), sum('failed')];
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        <Figures
          figures={[
            { label: t('minute'), value: lastMinute },
            { label: t('hour'), value: accepted },
            { label: t('failed'), value: failed },
            { label: t('refused'), value: refused },
          ]}
          cols={4}
        />
        <SparkBars
          label={t('label', { accepted, failed, refused })}
          bars={sends.map(({ at, ...minute }) => ({
            at,
            good: minute.accepted,
            bad: minute.failed,
            neutral: minute.refused,
          }))}
        />
      </Stack>
    </Section>
  );
}

const QUEUES = [
  'pending_messages',
  'callbacks',
  'webhook_events',
  'webhook_deliveries',
  'webhook_deliveries_held',
] as const;

function QueuesCard({ queues }: Pick<System, 'queues'>) {
  const t = useTranslations('admin.system.queues');
  return (
    <Section title={t('title')}>
      <Figures figures={QUEUES.map((queue) => ({ label: t(queue), value: queues[queue] }))} cols={2} />
    </Section>
  );
}

type Failure = Overview['failures'][number];

/** Recent failure reasons, most frequent first. */
function FailuresCard({ failures }: Pick<Overview, 'failures'>) {
  const t = useTranslations('admin.overview.failures');
  const reasonText = useTranslations('shared.reason');
  const { number } = useFormat();
  const columns: Column<Failure>[] = [
    { key: 'reason', label: t('reason'), render: ({ reason }) => reasonText(reason) },
    { key: 'today', label: t('today'), isNumber: true, render: ({ today }) => number(today) },
    { key: 'day', label: t('day'), isNumber: true, render: ({ last_24_hours: count }) => number(count) },
  ];
  return (
    <Section title={t('title')}>
      {failures.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <DataTable label={t('title')} columns={columns} rows={failures} rowKey={({ reason }) => reason} />
      )}
    </Section>
  );
}

type Account = Overview['low_credit'][number];

/** Accounts with a low balance: below their own threshold, or the default one. */
function LowCreditCard({ accounts }: { accounts: readonly Account[] }) {
  const t = useTranslations('admin.overview.lowCredit');
  const columns: Column<Account>[] = [
    {
      key: 'account',
      label: t('account'),
      render: ({ user_id: id, username }) => (
        <RowLink to="/admin/users/$id" params={{ id: String(id) }} fw={600}>
          {username === null ? `#${id}` : `@${username}`}
        </RowLink>
      ),
    },
    {
      key: 'balance',
      label: t('balance'),
      isNumber: true,
      render: ({ credit_balance: balance }) => <Money value={balance} />,
    },
    {
      key: 'threshold',
      label: t('threshold'),
      isNumber: true,
      render: ({ low_threshold: threshold }) =>
        threshold === null ? <Hint>{t('noThreshold')}</Hint> : <Money value={threshold} />,
    },
  ];
  return (
    <Section title={t('title')}>
      {accounts.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <DataTable label={t('title')} columns={columns} rows={accounts} rowKey={({ user_id: id }) => id} />
      )}
    </Section>
  );
}

import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Schemas } from '../../api/schemas';
import { type Column, DataTable } from '../../components/data-table';
import { Facts } from '../../components/facts';
import { Hint } from '../../components/hint';
import { TextLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { Money } from '../../components/money';
import { notify } from '../../components/notify';
import { saveStream } from '../../components/save-stream';
import { Surface } from '../../components/surface';
import { WriteButton } from '../../components/write-guard';
import { useErrorText, useFormat, useTranslations } from '../../i18n';
import { exportStatement, statementQuery } from './api';
import classes from './receipt.module.css';
import { useAmountColumns } from './use-amount-columns';

const route = getRouteApi('/signed-in/credit/statements/$month');

type Statement = Schemas['StatementView'];
type Item = Statement['items'][number];

/** A closed month to read and print; the layout around it is not printed. */
export function StatementPage() {
  const t = useTranslations('credit.statements');
  const { month } = route.useParams();
  const query = useQuery(statementQuery(month));
  const number = query.data?.number;
  useEffect(() => {
    document.title = `${number ?? t('title')} · Sandi`;
  }, [number, t]);
  return (
    <>
      <Group justify="space-between" mb="md" className={classes.tools}>
        <TextLink to="/credit">
          <IconArrowLeft size={16} aria-hidden /> {t('back')}
        </TextLink>
        <Group gap="sm">
          <CsvButton month={month} />
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={number === undefined}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </Group>
      </Group>
      <Surface className={classes.sheet}>
        <Title order={1}>{t('title')}</Title>
        <Loaded query={query}>{(statement) => <StatementSheet statement={statement} />}</Loaded>
      </Surface>
    </>
  );
}

function CsvButton({ month }: { month: string }) {
  const t = useTranslations('credit.statements');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveStream(await exportStatement(month), `sandi-statement-${month}.csv`),
    onSuccess: () => notify(t('downloaded')),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  return (
    <WriteButton
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('csv')}
    </WriteButton>
  );
}

function StatementSheet({ statement }: { statement: Statement }) {
  const t = useTranslations('credit.statements');
  const { day, time, month: monthName } = useFormat();
  const { number, month, operator, account, first_day: from, last_day: to } = statement;
  const sums = [
    { label: t('opening'), value: <Money value={statement.opening_balance} /> },
    { label: t('topUps'), value: <Money value={statement.top_ups} isSigned /> },
    { label: t('charges'), value: <Money value={0 - statement.charges} /> },
    { label: t('refunds'), value: <Money value={statement.refunds} isSigned /> },
    {
      label: t('closing'),
      value: (
        <strong>
          <Money value={statement.closing_balance} />
        </strong>
      ),
    },
  ];
  return (
    <Stack mt="sm">
      <Facts
        facts={[
          { label: t('number'), value: number },
          { label: t('month'), value: monthName(month) },
          { label: t('period'), value: `${day(from)} – ${day(to)}` },
          { label: t('closed'), value: time(statement.closed_at_utc) },
        ]}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Party title={t('operator')} party={operator} />
        <Party title={t('account')} party={account} more={`${account.username} · ${account.email}`} />
      </SimpleGrid>
      <Facts facts={sums} />
      <Title order={2}>{t('items')}</Title>
      {statement.items.length === 0 ? <Hint>{t('noItems')}</Hint> : <ItemTable items={statement.items} />}
      <Hint>{t('valid')}</Hint>
    </Stack>
  );
}

interface PartyProps {
  title: string;
  party: Statement['operator'];
  more?: string;
}

function Party({ title, party: { name, address, tax_number: tax }, more }: PartyProps) {
  const t = useTranslations('credit.statements');
  return (
    <div>
      <Hint>{title}</Hint>
      <Text fw={600}>{name}</Text>
      {address !== '' && (
        <Text size="sm" className={classes.address}>
          {address}
        </Text>
      )}
      {tax !== '' && <Text size="sm">{t('tax', { number: tax })}</Text>}
      {more !== undefined && <Text size="sm">{more}</Text>}
    </div>
  );
}

function ItemTable({ items }: { items: readonly Item[] }) {
  const t = useTranslations('credit.usage');
  const channels = useTranslations('credit.prices.channels');
  const label = useTranslations('credit.statements')('items');
  const { messages, charges, refunds } = useAmountColumns<Item>();
  const channelName = (channel: Item['channel']) => {
    if (channel === null) return t('unknown');
    return channel === 'adjustment' ? t('adjustment') : channels(channel);
  };
  const columns: Column<Item>[] = [
    { key: 'brand', label: t('groups.brand'), render: ({ brand }) => brand ?? '–' },
    { key: 'key', label: t('groups.key'), render: ({ api_key: key }) => key ?? '–' },
    { key: 'channel', label: t('groups.channel'), render: ({ channel }) => channelName(channel) },
    messages,
    charges,
    refunds,
  ];
  const keyOf = ({ brand, api_key_id: id, channel }: Item) => [brand, id, channel].join(' ');
  return <DataTable label={label} columns={columns} rows={items} rowKey={keyOf} />;
}

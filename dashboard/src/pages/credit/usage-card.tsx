import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/schemas';
import { useTimeZone } from '../../api/settings';
import { type Column, DataTable } from '../../components/data-table';
import { Hint } from '../../components/hint';
import { Loaded } from '../../components/loaded';
import { Money } from '../../components/money';
import { dayIn } from '../../components/periods.rules';
import { Section } from '../../components/section';
import { useFormat, useTranslations } from '../../i18n';
import { type UsageGroup, usageQuery } from './api';
import { useAmountColumns } from './use-amount-columns';

const GROUPS = ['brand', 'key', 'channel', 'month'] as const satisfies readonly UsageGroup[];
const ROWS = 3;
const MONTHS = 12;

type Item = Schemas['UsageItem'];

/** Charges and refunds by brand, key, channel or month. Begins with the present month. */
export function UsageCard() {
  const t = useTranslations('credit.usage');
  const [group, setGroup] = useState<UsageGroup>('brand');
  const months = monthsUntil(dayIn(useTimeZone(), new Date()).slice(0, 7));
  const [month, setMonth] = useState('');
  const { month: monthName } = useFormat();
  const query = useQuery(usageQuery({ group_by: group, ...(month && daysOf(month)) }));
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <NativeSelect
            label={t('by')}
            value={group}
            onChange={({ currentTarget }) => setGroup(currentTarget.value as UsageGroup)}
            data={GROUPS.map((value) => ({ value, label: t(`groups.${value}`) }))}
          />
          <NativeSelect
            label={t('groups.month')}
            value={month}
            onChange={({ currentTarget }) => setMonth(currentTarget.value)}
            data={months.map((value, ago) => ({ value: ago === 0 ? '' : value, label: monthName(value) }))}
          />
        </SimpleGrid>
        <Loaded query={query} rows={ROWS}>
          {(usage) => <Usage usage={usage} group={group} />}
        </Loaded>
      </Stack>
    </Section>
  );
}

/** The month and those before, the latest first. */
function monthsUntil(month: string): string[] {
  return Array.from({ length: MONTHS }, (_, ago) => {
    const first = new Date(`${month}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - ago);
    return first.toISOString().slice(0, 7);
  });
}

const daysOf = (month: string) => {
  const last = new Date(`${month}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
};

function Usage({ usage, group }: { usage: Schemas['UsageView']; group: UsageGroup }) {
  const t = useTranslations('credit.usage');
  const { rupiah, day } = useFormat();
  const { messages: count, net, from, to, items, capped, complete } = usage;
  return (
    <>
      <Text size="sm">
        {t('total', { count, net: rupiah(net), from: day(from), to: day(to) })} {capped && t('capped')}{' '}
        {!complete && t('incomplete')}
      </Text>
      {items.length === 0 ? <Hint>{t('none')}</Hint> : <UsageTable items={items} group={group} />}
    </>
  );
}

function UsageTable({ items, group }: { items: readonly Item[]; group: UsageGroup }) {
  const t = useTranslations('credit.usage');
  const nameOf = useUsageName();
  const { messages, charges, refunds } = useAmountColumns<Item>();
  const columns: Column<Item>[] = [
    { key: 'name', compact: 'start', label: t(`groups.${group}`), render: (item) => nameOf(item, group) },
    { ...messages, compact: 'below' },
    charges,
    refunds,
    {
      key: 'net',
      compact: 'end',
      label: t('net'),
      isNumber: true,
      render: ({ net }) => <Money value={net} />,
    },
  ];
  const keyOf = ({ brand, api_key_id: id, channel, month }: Item) => [brand, id, channel, month].join(' ');
  return <DataTable label={t('title')} columns={columns} rows={items} rowKey={keyOf} />;
}

/** The name of an item in its group. */
function useUsageName() {
  const t = useTranslations('credit.usage');
  const channels = useTranslations('credit.prices.channels');
  const { month: monthName } = useFormat();
  return ({ brand, api_key, channel, month }: Item, group: UsageGroup): string => {
    const names = {
      brand,
      key: api_key,
      channel: channel && channels(channel),
      month: month && monthName(month),
    };
    return names[group] ?? t('unknown');
  };
}

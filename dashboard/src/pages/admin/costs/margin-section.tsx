import { Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CHANNEL_NAMES } from '../../../components/channel-names';
import { type Column, DataTable } from '../../../components/data-table';
import { DayField } from '../../../components/day-field';
import { Hint } from '../../../components/hint';
import { Loaded } from '../../../components/loaded';
import { Section } from '../../../components/section';
import { useFormat, useTranslations } from '../../../i18n';
import { type CostsSearch, MARGIN_GROUPS, readCostsSearch } from '../search';
import { type Margin, type MarginFigures, marginQuery } from './api';

const route = getRouteApi('/signed-in/admin/costs');

/** Revenue, cost and margin of the chosen days, by account, channel, device or month. */
export function MarginSection() {
  const t = useTranslations('admin.costs.margin');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: CostsSearch) =>
    void navigate({ search: readCostsSearch({ ...search, ...part }), replace: true });
  return (
    <Section title={t('title')}>
      <Stack>
        <Group role="search" aria-label={t('filters')} align="flex-end" gap="sm">
          <NativeSelect
            label={t('group')}
            value={search.group ?? 'month'}
            data={MARGIN_GROUPS.map((value) => ({ value, label: t(`groups.${value}`) }))}
            onChange={({ currentTarget: { value } }) => change({ group: value as CostsSearch['group'] })}
          />
          <DayField label={t('from')} value={search.from} onChange={(from) => change({ from })} />
          <DayField label={t('to')} value={search.to} onChange={(to) => change({ to })} />
        </Group>
        <Loaded query={useQuery(marginQuery(search))} rows={3}>
          {(margin) => <MarginTable margin={margin} />}
        </Loaded>
      </Stack>
    </Section>
  );
}

interface Row extends MarginFigures {
  id: string;
  label: string;
}

function MarginTable({ margin }: { margin: Margin }) {
  const t = useTranslations('admin.costs.margin');
  const { number, rupiah, day } = useFormat();
  const labelOf = useRowLabel(margin.group_by);
  const rows: Row[] = [
    ...margin.items.map((item) => ({ ...item, id: `of ${item.key}`, label: labelOf(item) })),
    ...(margin.others ? [{ ...margin.others, id: 'others', label: t('others') }] : []),
    { ...margin.total, id: 'total', label: t('total') },
  ];
  const columns: Column<Row>[] = [
    { key: 'label', label: t(`groups.${margin.group_by}`), render: ({ label }) => label },
    { key: 'messages', label: t('messages'), isNumber: true, render: ({ messages }) => number(messages) },
    { key: 'revenue', label: t('revenue'), isNumber: true, render: ({ revenue }) => rupiah(revenue) },
    { key: 'cost', label: t('cost'), isNumber: true, render: (row) => <CostOf row={row} /> },
    {
      key: 'unknown',
      label: t('unknown'),
      isNumber: true,
      render: ({ unknown_messages: unknown }) => number(unknown),
    },
    {
      key: 'margin',
      label: t('margin'),
      isNumber: true,
      render: (row) => (isUnknown(row) ? '–' : rupiah(row.margin)),
    },
  ];
  return (
    <>
      <DataTable
        label={t('list', { from: day(margin.from), to: day(margin.to) })}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <Hint>
        {t('onlyKnown')}
        {margin.missing_messages > 0 && ` ${t('missing', { count: margin.missing_messages })}`}
      </Hint>
    </>
  );
}

/** No message has a known cost. */
const isUnknown = ({ messages, unknown_messages: unknown }: Row) => messages > 0 && messages === unknown;

/** A cost in rupiah, and below it the amounts in their original currencies. */
function CostOf({ row }: { row: Row }) {
  const { rupiah } = useFormat();
  const { cost, currencies } = row;
  const foreign = currencies.filter(({ currency }) => currency !== 'IDR');
  return (
    <>
      {isUnknown(row) ? '–' : rupiah(cost)}
      {foreign.map(({ currency, amount }) => (
        <Hint key={currency}>{`${currency} ${amount}`}</Hint>
      ))}
    </>
  );
}

function useRowLabel(grouping: Margin['group_by']) {
  const t = useTranslations('admin.costs.margin');
  return ({ key, name }: Margin['items'][number]): string => {
    if (key === null) return t('noDevice');
    if (grouping === 'channel') return CHANNEL_NAMES[key as keyof typeof CHANNEL_NAMES];
    return name ?? (grouping === 'month' ? key : t('gone', { id: key }));
  };
}

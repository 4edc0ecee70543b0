import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { Loaded } from '../../../components/loaded';
import { Section } from '../../../components/section';
import { useDialog } from '../../../components/use-dialog';
import { useFormat, useTranslations } from '../../../i18n';
import { type Costs, costsQuery, useCostChanges } from './api';
import { CostDialog, RateCardDialog, RateDialog } from './cost-dialogs';

type Cost = Costs['costs'][number];
type Rate = Costs['rates'][number];

/** The cost of a message of each device. */
export function CostSection() {
  const t = useTranslations('admin.costs');
  const setting = useDialog();
  const uploading = useDialog();
  const removing = useDialog<Cost>();
  const { removeCost } = useCostChanges();
  const aside = (
    <Group gap="sm">
      <Button size="xs" variant="default" onClick={() => setting.open(true)}>
        {t('cost.set')}
      </Button>
      <Button size="xs" variant="default" onClick={() => uploading.open(true)}>
        {t('card.set')}
      </Button>
    </Group>
  );
  return (
    <Section title={t('cost.title')} aside={aside}>
      <Stack>
        <Hint>{t('cost.about')}</Hint>
        <Loaded query={useQuery(costsQuery)} rows={3}>
          {({ costs }) =>
            costs.length > 0 ? (
              <CostTable costs={costs} onRemove={removing.open} />
            ) : (
              <Hint>{t('cost.none')}</Hint>
            )
          }
        </Loaded>
      </Stack>
      <CostDialog dialog={setting} />
      <RateCardDialog dialog={uploading} />
      <ConfirmDialog
        dialog={removing}
        title={t('cost.removeTitle')}
        confirm={t('remove')}
        isDangerous
        action={({ id }) => removeCost(id)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </Section>
  );
}

function CostTable({ costs, onRemove }: { costs: readonly Cost[]; onRemove: (cost: Cost) => void }) {
  const t = useTranslations('admin.costs');
  const columns: Column<Cost>[] = [
    { key: 'device', label: t('columns.device'), render: (cost) => cost.device ?? `#${cost.device_id}` },
    {
      key: 'category',
      label: t('columns.category'),
      render: ({ category }) => category ?? t('cost.every'),
    },
    {
      key: 'amount',
      label: t('columns.amount'),
      isNumber: true,
      render: ({ amount, currency }) => (amount === null ? t('cost.unknown') : `${currency} ${amount}`),
    },
    ...useCommonColumns<Cost>(onRemove),
  ];
  return <DataTable label={t('cost.list')} columns={columns} rows={costs} rowKey={({ id }) => id} />;
}

/** The exchange rates of currencies to rupiah. */
export function RateSection() {
  const t = useTranslations('admin.costs');
  const setting = useDialog();
  const removing = useDialog<Rate>();
  const { removeRate } = useCostChanges();
  const aside = (
    <Button size="xs" variant="default" onClick={() => setting.open(true)}>
      {t('rate.set')}
    </Button>
  );
  return (
    <Section title={t('rate.title')} aside={aside}>
      <Stack>
        <Hint>{t('rate.about')}</Hint>
        <Loaded query={useQuery(costsQuery)} rows={2}>
          {({ rates }) => rates.length > 0 && <RateTable rates={rates} onRemove={removing.open} />}
        </Loaded>
      </Stack>
      <RateDialog dialog={setting} />
      <ConfirmDialog
        dialog={removing}
        title={t('rate.removeTitle')}
        confirm={t('remove')}
        isDangerous
        action={({ id }) => removeRate(id)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </Section>
  );
}

function RateTable({ rates, onRemove }: { rates: readonly Rate[]; onRemove: (rate: Rate) => void }) {
  const t = useTranslations('admin.costs');
  const columns: Column<Rate>[] = [
    { key: 'currency', label: t('columns.currency'), render: ({ currency }) => currency },
    { key: 'rate', label: t('columns.rate'), isNumber: true, render: ({ rate }) => `Rp ${rate}` },
    ...useCommonColumns<Rate>(onRemove),
  ];
  return <DataTable label={t('rate.list')} columns={columns} rows={rates} rowKey={({ id }) => id} />;
}

type SetRow = Pick<Cost, 'valid_from' | 'in_force' | 'set_by'>;

function useCommonColumns<Row extends SetRow>(onRemove: (row: Row) => void): Column<Row>[] {
  const t = useTranslations('admin.costs');
  const { day } = useFormat();
  return [
    {
      key: 'from',
      label: t('columns.from'),
      render: ({ valid_from: from, in_force: counts }) => (
        <>
          {day(from)}
          {counts && <Hint>{t('inForce')}</Hint>}
        </>
      ),
    },
    { key: 'by', label: t('columns.by'), render: ({ set_by: by }) => by ?? '–' },
    {
      key: 'action',
      label: t('columns.action'),
      render: (row) => (
        <Button variant="default" size="xs" onClick={() => onRemove(row)}>
          {t('remove')}
        </Button>
      ),
    },
  ];
}

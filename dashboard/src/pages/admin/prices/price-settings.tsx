import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { Loaded } from '../../../components/loaded';
import { PriceList, useAmount } from '../../../components/price-list';
import { Section } from '../../../components/section';
import { useDialog } from '../../../components/use-dialog';
import { useFormat, useTranslations } from '../../../i18n';
import { adminPricesQuery, type SetPrice, usePriceChanges, type Whose } from './api';
import { PriceDialog } from './price-dialog';

interface SettingsProps {
  title: string;
  userId?: Whose;
  mayChange: boolean;
}

/** The prices of an account or of all accounts, with their history. */
export function PriceSettings({ title, userId, mayChange }: SettingsProps) {
  const t = useTranslations('admin.prices');
  const setting = useDialog();
  const cancelling = useDialog<SetPrice>();
  const { cancel } = usePriceChanges(userId);
  const aside = mayChange && (
    <Button size="xs" variant="default" onClick={() => setting.open(true)}>
      {t('set')}
    </Button>
  );
  return (
    <Section title={title} aside={aside}>
      <Loaded query={useQuery(adminPricesQuery(userId))} rows={4}>
        {({ items, set }) => (
          <Stack>
            <PriceList prices={items} />
            {set.length > 0 ? (
              <SetPrices prices={set} onCancel={mayChange ? cancelling.open : undefined} />
            ) : (
              <Hint>{t(userId === undefined ? 'none' : 'noneOfAccount')}</Hint>
            )}
          </Stack>
        )}
      </Loaded>
      <PriceDialog dialog={setting} userId={userId} />
      <ConfirmDialog
        dialog={cancelling}
        title={t('cancelTitle')}
        confirm={t('cancel')}
        cancelLabel={t('keep')}
        isDangerous
        action={({ id }) => cancel(id)}
      >
        {t('cancelText')}
      </ConfirmDialog>
    </Section>
  );
}

interface Props {
  prices: readonly SetPrice[];
  /** Undefined if the role does not allow it. */
  onCancel: ((price: SetPrice) => void) | undefined;
}

function SetPrices({ prices, onCancel }: Props) {
  const t = useTranslations('admin.prices');
  const channel = useTranslations('credit.prices.channels');
  const { time } = useFormat();
  const amount = useAmount();
  const columns: Column<SetPrice>[] = [
    { key: 'channel', label: t('columns.channel'), render: (one) => channel(one.channel) },
    {
      key: 'price',
      label: t('columns.price'),
      render: ({ price }) => (price === null ? t('beneath') : amount(price)),
    },
    { key: 'from', label: t('columns.from'), render: ({ valid_from_utc: from }) => time(from) },
    { key: 'by', label: t('columns.by'), render: ({ set_by: by }) => by ?? '–' },
    {
      key: 'action',
      label: t('columns.action'),
      render: (one) =>
        onCancel &&
        one.cancelable && (
          <Button variant="default" size="xs" onClick={() => onCancel(one)}>
            {t('cancel')}
          </Button>
        ),
    },
  ];
  return <DataTable label={t('list')} columns={columns} rows={prices} rowKey={({ id }) => id} />;
}

import type { Column } from '../../components/data-table';
import { Money } from '../../components/money';
import { useFormat, useTranslations } from '../../i18n';

interface Amounts {
  messages: number;
  charges: number;
  refunds: number;
}

/** Columns of messages, charges and refunds. */
export function useAmountColumns<Row extends Amounts>(): Record<keyof Amounts, Column<Row>> {
  const t = useTranslations('credit.usage');
  const { number } = useFormat();
  const money = (key: 'charges' | 'refunds'): Column<Row> => ({
    key,
    label: t(key),
    isNumber: true,
    render: (row) => <Money value={row[key]} />,
  });
  return {
    messages: {
      key: 'messages',
      label: t('messages'),
      isNumber: true,
      render: ({ messages }) => number(messages),
    },
    charges: money('charges'),
    refunds: money('refunds'),
  };
}

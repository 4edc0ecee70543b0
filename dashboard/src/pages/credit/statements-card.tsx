import { Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/schemas';
import { type Column, DataTable } from '../../components/data-table';
import { DialogModal } from '../../components/dialog-modal';
import { Hint } from '../../components/hint';
import { RowLink } from '../../components/links';
import { Money } from '../../components/money';
import { Section } from '../../components/section';
import { useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useFormat, useTranslations } from '../../i18n';
import { BillingForm } from './billing-form';

type Statement = Schemas['StatementSummary'];

interface Props {
  statements: readonly Statement[];
  billing: Schemas['BillingView'];
}

/** Closed months, and the billing details for future statements. */
export function StatementsCard({ statements, billing }: Props) {
  const t = useTranslations('credit.statements');
  const billingTitle = useTranslations('credit.billing')('title');
  const dialog = useDialog();
  const edit = (
    <WriteButton needs="setBilling" variant="default" size="xs" onClick={() => dialog.open(true)}>
      {billingTitle}
    </WriteButton>
  );
  return (
    <Section title={t('title')} aside={edit}>
      <Stack>
        <Hint>{t('text')}</Hint>
        {statements.length === 0 ? (
          <Text size="sm">{t('none')}</Text>
        ) : (
          <StatementTable statements={statements} />
        )}
      </Stack>
      <DialogModal dialog={dialog} title={billingTitle}>
        {() => <BillingForm billing={billing} onClose={dialog.close} />}
      </DialogModal>
    </Section>
  );
}

function StatementTable({ statements }: Pick<Props, 'statements'>) {
  const t = useTranslations('credit.statements');
  const { month: monthName } = useFormat();
  const columns: Column<Statement>[] = [
    {
      key: 'month',
      compact: 'start',
      label: t('month'),
      render: ({ month }) => (
        <RowLink to="/credit/statements/$month" params={{ month }}>
          {monthName(month)}
        </RowLink>
      ),
    },
    { key: 'number', compact: 'below', label: t('number'), render: ({ number }) => number },
    {
      key: 'charges',
      label: t('charges'),
      isNumber: true,
      render: ({ charges, refunds }) => <Money value={charges - refunds} />,
    },
    {
      key: 'closing',
      compact: 'end',
      label: t('closing'),
      isNumber: true,
      render: ({ closing_balance: balance }) => <Money value={balance} />,
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={statements} rowKey={({ month }) => month} />;
}

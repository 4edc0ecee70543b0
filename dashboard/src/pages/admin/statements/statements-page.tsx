import { Button, Group } from '@mantine/core';
import { IconDownload, IconFileInvoice } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Schemas } from '../../../api/schemas';
import { type Column, DataTable } from '../../../components/data-table';
import { EmptyState } from '../../../components/empty-state';
import { Hint } from '../../../components/hint';
import { Money } from '../../../components/money';
import { notify } from '../../../components/notify';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { saveFile, saveStream } from '../../../components/save-stream';
import { Section } from '../../../components/section';
import { useErrorText, useFormat, useTranslations } from '../../../i18n';
import { documentsOf, exportMonth, monthsQuery } from './api';

const route = getRouteApi('/signed-in/admin/statements');

type Month = Schemas['StatementMonth'];

/** Closed months of all accounts, as files. */
export function StatementsPage() {
  const t = useTranslations('admin.statements');
  const { month: monthName } = useFormat();
  const navigate = route.useNavigate();
  const query = useQuery(monthsQuery(route.useSearch()));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Section title={t('list')}>
        <PagedList
          query={query}
          rows={4}
          empty={<EmptyState icon={IconFileInvoice} title={t('none')} text={t('noneText')} />}
          onPage={(page) => void navigate({ search: { page } })}
        >
          {(months) => <MonthTable months={months} />}
        </PagedList>
        {query.data && <Hint mt="sm">{t('open', { month: monthName(query.data.open_month) })}</Hint>}
      </Section>
    </>
  );
}

function MonthTable({ months }: { months: readonly Month[] }) {
  const t = useTranslations('admin.statements');
  const { number, month: monthName } = useFormat();
  const amount = (
    key: 'top_ups' | 'charges' | 'refunds' | 'closing_balance',
    label: string,
  ): Column<Month> => ({
    ...{ key, label, isNumber: true },
    render: (month) => <Money value={month[key]} />,
  });
  const columns: Column<Month>[] = [
    { key: 'month', label: t('columns.month'), render: ({ month }) => monthName(month) },
    {
      key: 'count',
      label: t('columns.count'),
      isNumber: true,
      render: ({ statements }) => number(statements),
    },
    amount('top_ups', t('columns.topUps')),
    amount('charges', t('columns.charges')),
    amount('refunds', t('columns.refunds')),
    amount('closing_balance', t('columns.closing')),
    { key: 'files', label: t('columns.files'), render: (month) => <Files month={month} /> },
  ];
  return <DataTable label={t('list')} columns={columns} rows={months} rowKey={({ month }) => month} />;
}

function Files({ month: { month, statements } }: { month: Month }) {
  const t = useTranslations('admin.statements');
  const name = useFormat().month(month);
  const errorText = useErrorText();
  const outcome = {
    onSuccess: () => notify(t('downloaded', { month: name })),
    onError: (error: Error) => notify(errorText(error), 'broken'),
  };
  const csv = useMutation({
    mutationFn: async () => saveStream(await exportMonth(month), `sandi-statements-${month}.csv`),
    ...outcome,
  });
  const document = useMutation({
    mutationFn: async () => {
      for (const [at, sheets] of (await documentsOf(month, statements)).entries())
        saveFile(await sheets.blob(), `sandi-statements-${month}-${at + 1}.html`);
    },
    ...outcome,
  });
  const files = [
    { key: 'csv', work: csv, label: t('csv'), title: t('csvOf', { month: name }) },
    { key: 'document', work: document, label: t('document'), title: t('documentOf', { month: name }) },
  ];
  return (
    <Group gap="xs">
      {files.map(({ key, work, label, title }) => (
        <Button
          key={key}
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={title}
          loading={work.isPending}
          onClick={() => work.mutate()}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

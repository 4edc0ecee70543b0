import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { type Column, DataTable } from '../../../components/data-table';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { Section } from '../../../components/section';
import { TimeAgo } from '../../../components/time-ago';
import { useApiForm } from '../../../components/use-api-form';
import { useDialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { linesOf } from '../lines';
import { type ReservedBrand, reservedBrandsQuery, useReservedBrandChanges } from './api';

/** Names that only accounts with an approval may use. */
export function ReservedBrandsPage() {
  const t = useTranslations('admin.reservedBrands');
  const query = useQuery(reservedBrandsQuery);
  const dialog = useDialog<ReservedBrand>();
  const { release } = useReservedBrandChanges();
  const [added, setAdded] = useState(0);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="lg">
        <AddForm key={added} onAdded={() => setAdded(added + 1)} />
        <Section title={t('list')}>
          <Loaded query={query} rows={4}>
            {({ items }) => <BrandTable brands={items} onRemove={dialog.open} />}
          </Loaded>
        </Section>
      </Stack>
      <ConfirmDialog
        dialog={dialog}
        title={t('removeTitle', { brand: dialog.subject?.brand ?? '' })}
        confirm={t('remove')}
        isDangerous
        action={({ id }) => release(id)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </>
  );
}

function AddForm({ onAdded }: { onAdded: () => void }) {
  const t = useTranslations('admin.reservedBrands');
  const { reserve } = useReservedBrandChanges();
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { brands: '' },
    submit: ({ brands }) => reserve(linesOf(brands)),
    successMessage: t('saved'),
    onDone: onAdded,
  });
  return (
    <Section title={t('add')}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="sm">
          <Textarea
            label={t('field')}
            description={t('hint')}
            autosize
            minRows={2}
            maxRows={8}
            {...field('brands')}
          />
          {formError && <ErrorState error={formError} />}
          <Group>
            <Button type="submit" loading={isPending}>
              {t('addNow')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

interface TableProps {
  brands: readonly ReservedBrand[];
  onRemove: (brand: ReservedBrand) => void;
}

function BrandTable({ brands, onRemove }: TableProps) {
  const t = useTranslations('admin.reservedBrands');
  if (brands.length === 0) return <EmptyState icon={IconShieldLock} title={t('none')} text={t('noneText')} />;
  const columns: Column<ReservedBrand>[] = [
    {
      key: 'brand',
      label: t('columns.brand'),
      render: ({ brand }) => (
        <Text inherit fw={600}>
          {brand}
        </Text>
      ),
    },
    { key: 'since', label: t('columns.since'), render: ({ created_at: at }) => <TimeAgo value={at} /> },
    {
      key: 'action',
      label: t('columns.action'),
      render: (brand) => (
        <Button variant="default" size="xs" onClick={() => onRemove(brand)}>
          {t('remove')}
        </Button>
      ),
    },
  ];
  return <DataTable label={t('list')} columns={columns} rows={brands} rowKey={({ id }) => id} />;
}

import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { Loaded } from '../../components/loaded';
import { MaskedPhone } from '../../components/masked-phone';
import { Section } from '../../components/section';
import { Tag } from '../../components/tag';
import { TimeAgo } from '../../components/time-ago';
import { useApiForm } from '../../components/use-api-form';
import { WriteGuard } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { ActionButton } from './action-button';
import {
  FRAUD_OPERATIONS,
  type FraudNumber,
  fraudNumbersQuery,
  type FraudScope,
  useFraudChanges,
} from './api';

/** Phones and prefixes that are always allowed or blocked. */
export function NumberLists({ scope }: { scope: FraudScope }) {
  const t = useTranslations('fraud.numbers');
  const [added, setAdded] = useState(0);
  return (
    <Section title={t('title')}>
      <Stack gap="lg">
        <WriteGuard needs={FRAUD_OPERATIONS[scope].add}>
          <AddForm key={added} scope={scope} onAdded={() => setAdded(added + 1)} />
        </WriteGuard>
        <Loaded query={useQuery(fraudNumbersQuery(scope))} rows={2}>
          {({ items }) => <NumberTable scope={scope} numbers={items} />}
        </Loaded>
      </Stack>
    </Section>
  );
}

function AddForm({ scope, onAdded }: { scope: FraudScope; onAdded: () => void }) {
  const t = useTranslations('fraud.numbers');
  const { add } = useFraudChanges(scope);
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { list: 'block', phone: '', prefix: '' },
    submit: ({ list: chosen, phone, prefix }) => {
      const list = chosen === 'allow' ? 'allow' : 'block';
      return add({ list, ...(phone !== '' && { phone }), ...(prefix !== '' && { prefix }) });
    },
    successMessage: t('added'),
    onDone: onAdded,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="sm" maw={520}>
        <Radio.Group label={t('list')} {...field('list')}>
          <Group mt={6}>
            <Radio value="block" label={t('block')} />
            <Radio value="allow" label={t('allow')} />
          </Group>
        </Radio.Group>
        <TextInput label={t('phone')} description={t('phoneHint')} autoComplete="off" {...field('phone')} />
        <TextInput
          label={t('prefix')}
          description={t('prefixHint')}
          autoComplete="off"
          {...field('prefix')}
        />
        {formError && <ErrorState error={formError} />}
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            {t('add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NumberTable({ scope, numbers }: { scope: FraudScope; numbers: readonly FraudNumber[] }) {
  const t = useTranslations('fraud.numbers');
  const { remove } = useFraudChanges(scope);
  if (numbers.length === 0) return <EmptyState icon={IconListCheck} title={t('none')} text={t('noneText')} />;
  const columns: Column<FraudNumber>[] = [
    {
      key: 'number',
      label: t('columns.number'),
      render: ({ phone, prefix, prefix_length: length }) =>
        phone === null ? (
          t('prefixOf', { prefix: prefix ?? '', length: length ?? 0 })
        ) : (
          <MaskedPhone value={phone} />
        ),
    },
    {
      key: 'list',
      label: t('columns.list'),
      render: ({ list }) => <Tag tone={list === 'block' ? 'broken' : 'good'}>{t(list)}</Tag>,
    },
    { key: 'since', label: t('columns.since'), render: ({ created_at: at }) => <TimeAgo value={at} /> },
    {
      key: 'action',
      label: t('columns.action'),
      render: ({ id }) => (
        <ActionButton
          needs={FRAUD_OPERATIONS[scope].remove}
          label={t('remove')}
          done={t('removed')}
          action={() => remove(id)}
        />
      ),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={numbers} rowKey={({ id }) => id} />;
}

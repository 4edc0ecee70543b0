import { Group, Text } from '@mantine/core';
import { type Column, DataTable } from '../../../components/data-table';
import { GatewayNote } from '../../../components/gateway-note';
import { Mono } from '../../../components/mono';
import { Tag } from '../../../components/tag';
import { useTranslations } from '../../../i18n';
import type { MessageTemplate } from './api';

export function TemplateTable({ templates }: { templates: readonly MessageTemplate[] }) {
  const t = useTranslations('admin.templates');
  const columns: Column<MessageTemplate>[] = [
    {
      key: 'name',
      compact: 'start',
      label: t('columns.name'),
      render: ({ name, language, in_use: isUsed }) => (
        <Group gap="xs">
          <Mono>{`${name} (${language})`}</Mono>
          {isUsed && <Tag tone="good">{t('inUse')}</Tag>}
        </Group>
      ),
    },
    {
      key: 'status',
      compact: 'end',
      label: t('columns.status'),
      render: ({ status, usable, reason }) => (
        <>
          <Tag tone={usable ? 'good' : reason === null ? 'waiting' : 'broken'}>{status}</Tag>
          <GatewayNote words={reason} />
        </>
      ),
    },
    {
      key: 'button',
      compact: 'below',
      label: t('columns.button'),
      render: ({ button }) => (button === null ? '–' : t(`buttons.${button}`)),
    },
    { key: 'form', compact: 'last', label: t('columns.form'), render: (row) => <Form template={row} /> },
  ];
  return <DataTable label={t('list')} columns={columns} rows={templates} rowKey={({ id }) => id} />;
}

function Form({ template }: { template: MessageTemplate }) {
  const t = useTranslations('admin.templates');
  const { security_recommendation, code_expiration_minutes, message_send_ttl_seconds, apps } = template;
  const parts = [
    ...(security_recommendation ? [t('form.advice')] : []),
    ...(code_expiration_minutes === null ? [] : [t('form.expiry', { minutes: code_expiration_minutes })]),
    ...(message_send_ttl_seconds === null ? [] : [t('form.validity', { seconds: message_send_ttl_seconds })]),
    ...apps.map(({ package_name: name }) => name),
  ];
  return (
    <Text span size="sm" c="dimmed">
      {parts.join(' · ') || '–'}
    </Text>
  );
}

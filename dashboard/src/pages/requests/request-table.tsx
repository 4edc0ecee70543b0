import { Group, Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table';
import { DocsLink } from '../../components/docs-link';
import { Hint } from '../../components/hint';
import { Mono } from '../../components/mono';
import { Tag } from '../../components/tag';
import { useFormat, useTranslations } from '../../i18n';
import type { RefusedRequest } from './api';
import { useKeyName } from './use-key-name';

/** Errors of the service or a gateway. */
const SERVER_FAULT = 500;

export function RequestTable({ rows }: { rows: readonly RefusedRequest[] }) {
  const t = useTranslations('requests');
  const { time } = useFormat();
  const columns: Column<RefusedRequest>[] = [
    { key: 'time', label: t('columns.time'), render: ({ created_at: at }) => time(at) },
    { key: 'reason', label: t('columns.reason'), render: (row) => <Reason row={row} /> },
    { key: 'request', label: t('columns.request'), render: (row) => <Request row={row} /> },
    { key: 'key', label: t('columns.key'), render: ({ key_id: id }) => <KeyName id={id} /> },
  ];
  return <DataTable label={t('list')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

/** The code links to its documentation. The message is the one in the response. */
function Reason({ row: { code, status, message, key_refusal: refusal, address } }: { row: RefusedRequest }) {
  const t = useTranslations('keys.refusal');
  return (
    <Stack gap={2} maw={420}>
      <Group gap="xs">
        <Tag tone={status >= SERVER_FAULT ? 'broken' : 'attention'}>{String(status)}</Tag>
        <DocsLink to={`/docs/errors#${code}`} size="sm" ff="monospace">
          {code}
        </DocsLink>
      </Group>
      <Text size="sm">{message}</Text>
      {refusal !== null && <Hint>{t(refusal, { address: address ?? '–' })}</Hint>}
    </Stack>
  );
}

function Request({ row: { route, fields, request_id: id, address } }: { row: RefusedRequest }) {
  const t = useTranslations('requests');
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      <Mono>{route}</Mono>
      {fields.length > 0 && <Hint>{t('fields', { fields: fields.join(', ') })}</Hint>}
      {address !== null && <Hint>{t('address', { address })}</Hint>}
      <Hint size="xs">{id}</Hint>
    </Stack>
  );
}

function KeyName({ id }: { id: number }) {
  const nameOf = useKeyName();
  return (
    <Text span inherit style={{ overflowWrap: 'anywhere' }}>
      {nameOf(id)}
    </Text>
  );
}

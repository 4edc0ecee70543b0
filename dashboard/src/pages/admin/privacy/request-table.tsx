import { Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { type Column, DataTable } from '../../../components/data-table';
import { EmptyState } from '../../../components/empty-state';
import { Hint } from '../../../components/hint';
import { notify } from '../../../components/notify';
import { saveFile } from '../../../components/save-stream';
import { Tag } from '../../../components/tag';
import { TimeAgo } from '../../../components/time-ago';
import { STATE_TONES } from '../../../components/tones';
import { useDialog } from '../../../components/use-dialog';
import { WriteButton } from '../../../components/write-guard';
import { useErrorText, useFormat, useTranslations } from '../../../i18n';
import { documentOf, type PrivacyRequest, usePrivacyChanges } from './api';

type Decision = 'complete' | 'decline' | 'lift';

const OPERATIONS: Record<Decision, string> = {
  complete: 'completePrivacyRequest',
  decline: 'completePrivacyRequest',
  lift: 'liftRestriction',
};

interface Decided {
  request: PrivacyRequest;
  decision: Decision;
}

export function RequestTable({ requests }: { requests: readonly PrivacyRequest[] }) {
  const t = useTranslations('admin.privacy');
  const { time } = useFormat();
  const { decide, lift } = usePrivacyChanges();
  const dialog = useDialog<Decided>();
  if (requests.length === 0)
    return <EmptyState icon={IconShieldLock} title={t('none')} text={t('noneText')} />;
  const columns: Column<PrivacyRequest>[] = [
    { key: 'kind', label: t('columns.kind'), render: (request) => <Subject {...request} /> },
    { key: 'status', label: t('columns.status'), render: (request) => <Status {...request} /> },
    { key: 'created', label: t('columns.created'), render: ({ created_at: at }) => <TimeAgo value={at} /> },
    { key: 'due', label: t('columns.due'), render: ({ due_at: at }) => time(at) },
    {
      key: 'action',
      label: t('columns.action'),
      render: (request) => (
        <Actions request={request} decide={(decision) => dialog.open({ request, decision })} />
      ),
    },
  ];
  const decision = dialog.subject?.decision ?? 'complete';
  const kind = dialog.subject?.request.kind ?? 'access';
  return (
    <>
      <DataTable label={t('requests')} columns={columns} rows={requests} rowKey={({ id }) => id} />
      <ConfirmDialog
        dialog={dialog}
        title={t(`decide.${decision}`)}
        confirm={t(`decide.${decision}`)}
        isDangerous={decision === 'complete' && kind === 'erasure'}
        action={({ request: { id }, decision: chosen }) =>
          chosen === 'lift' ? lift(id) : decide(id, chosen === 'decline')
        }
      >
        {decision === 'complete' ? t(`effect.${kind}`) : t(`effect.${decision}`)}
      </ConfirmDialog>
    </>
  );
}

function Subject({ id, kind, note }: PrivacyRequest) {
  const t = useTranslations('admin.privacy');
  return (
    <Stack gap={2}>
      <Text inherit fw={600}>
        {t('numbered', { id, kind: t(`kind.${kind}`) })}
      </Text>
      {note !== null && <Hint>{note}</Hint>}
    </Stack>
  );
}

function Status({ status, kind, overdue, held_messages: held }: PrivacyRequest) {
  const t = useTranslations('admin.privacy');
  const isInForce = kind === 'restriction' && status === 'completed';
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={overdue ? 'broken' : STATE_TONES.privacyRequest[status]}>
        {t(`status.${isInForce ? 'inForce' : status}`)}
      </Tag>
      {overdue && <Hint>{t('overdue')}</Hint>}
      {status === 'held' && <Hint>{t('heldBack', { count: held })}</Hint>}
    </Stack>
  );
}

function Actions({ request, decide }: { request: PrivacyRequest; decide: (decision: Decision) => void }) {
  const t = useTranslations('admin.privacy');
  const errorText = useErrorText();
  const { id, kind, status } = request;
  const document = useMutation({
    mutationFn: async () => saveFile(await (await documentOf(id)).blob(), `sandi-access-${id}.html`),
    onError: (error: Error) => notify(errorText(error), 'broken'),
  });
  const decisions: Decision[] =
    status === 'open'
      ? ['complete', 'decline']
      : kind === 'restriction' && status === 'completed'
        ? ['lift']
        : [];
  return (
    <Group gap="xs">
      {request.has_document && (
        <Button
          size="compact-sm"
          variant="default"
          loading={document.isPending}
          onClick={() => document.mutate()}
        >
          {t('document')}
        </Button>
      )}
      {decisions.map((decision) => (
        <WriteButton
          key={decision}
          needs={OPERATIONS[decision]}
          size="compact-sm"
          variant="default"
          onClick={() => decide(decision)}
        >
          {t(`decide.${decision}`)}
        </WriteButton>
      ))}
    </Group>
  );
}

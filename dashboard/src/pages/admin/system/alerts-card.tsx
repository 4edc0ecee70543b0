import { Button, Group, Stack, Text } from '@mantine/core';
import { IconEyeCheck } from '@tabler/icons-react';
import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { useMay } from '../../../api/session';
import { useTargetText } from '../../../components/audit/audit-texts';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { TextLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { notify } from '../../../components/notify';
import { Section } from '../../../components/section';
import { Tag } from '../../../components/tag';
import { TimeAgo } from '../../../components/time-ago';
import { STATE_TONES } from '../../../components/tones';
import { useErrorText, useTranslations } from '../../../i18n';
import { DeviceLink, UserLink } from '../links';
import { type OperatorAlert, type OperatorAlerts, useAcknowledge } from './api';

const DEVICE = /^device:(\d+)$/;
const ACCOUNT = /^account:(\d+)$/;
const TOP_UP = /^(?:top_up|payment):\d+$/;

/** Open alerts, newest first. */
export function AlertsCard({ query }: { query: UseQueryResult<OperatorAlerts> }) {
  const t = useTranslations('admin.system.alerts');
  return (
    <Section title={t('title')}>
      <Loaded query={query} rows={1}>
        {({ items, total }) => (
          <Stack gap="sm">
            {items.length === 0 ? <Text c="dimmed">{t('none')}</Text> : <AlertTable alerts={items} />}
            {total > items.length && <Text c="dimmed">{t('more', { count: total - items.length })}</Text>}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function AlertTable({ alerts }: { alerts: readonly OperatorAlert[] }) {
  const t = useTranslations('admin.system.alerts');
  const columns: Column<OperatorAlert>[] = [
    { key: 'kind', label: t('kind'), render: (alert) => <Kind alert={alert} /> },
    { key: 'about', label: t('about'), render: (alert) => <About alert={alert} /> },
    { key: 'since', label: t('since'), render: ({ since }) => <TimeAgo value={since} /> },
    { key: 'acknowledged', label: t('acknowledged'), render: (alert) => <Acknowledged alert={alert} /> },
  ];
  return <DataTable label={t('title')} columns={columns} rows={alerts} rowKey={({ id }) => id} />;
}

/** The alert with a hint. An acknowledged alert is grey. */
function Kind({ alert: { kind, acknowledged_at: at } }: { alert: OperatorAlert }) {
  const t = useTranslations('admin.system.alerts');
  return (
    <>
      <Tag tone={at === null ? STATE_TONES.alert[kind] : 'off'}>{t(`kinds.${kind}`)}</Tag>
      <Hint>{t(`hints.${kind}`)}</Hint>
    </>
  );
}

function About({ alert: { subject, detail } }: { alert: OperatorAlert }) {
  const targetText = useTargetText();
  const id = DEVICE.exec(subject)?.[1];
  if (TOP_UP.test(subject))
    return (
      <TextLink to="/admin/top-ups" inherit>
        {targetText(subject)}
      </TextLink>
    );
  const { device, account } = detail;
  const accountId = ACCOUNT.exec(subject)?.[1];
  if (accountId !== undefined)
    return <UserLink id={accountId}>{typeof account === 'string' ? account : targetText(subject)}</UserLink>;
  if (id === undefined) return targetText(subject);
  return <DeviceLink id={id}>{typeof device === 'string' ? device : targetText(subject)}</DeviceLink>;
}

function Acknowledged({ alert }: { alert: OperatorAlert }) {
  const { acknowledged_at: at, acknowledged_by: by } = alert;
  const may = useMay();
  if (at === null) return may('acknowledgeAlert') && <AcknowledgeButton alert={alert} />;
  return (
    <Group gap={6} component="span">
      <span>{by ?? '–'}</span>
      <Hint>
        <TimeAgo value={at} />
      </Hint>
    </Group>
  );
}

function AcknowledgeButton({ alert }: { alert: OperatorAlert }) {
  const t = useTranslations('admin.system.alerts');
  const errorText = useErrorText();
  const acknowledge = useAcknowledge();
  const { mutate, isPending } = useMutation({
    mutationFn: () => acknowledge(alert),
    onSuccess: () => notify(t('acknowledgedNow')),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconEyeCheck size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
      aria-label={t('acknowledgeThis', { kind: t(`kinds.${alert.kind}`) })}
    >
      {t('acknowledge')}
    </Button>
  );
}

import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { endSession as logOut } from '../../api/session';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { type Column, DataTable } from '../../components/data-table';
import { Hint } from '../../components/hint';
import { Loaded } from '../../components/loaded';
import { Mono } from '../../components/mono';
import { Section } from '../../components/section';
import { Tag } from '../../components/tag';
import { TimeAgo } from '../../components/time-ago';
import { useDialog } from '../../components/use-dialog';
import { useTranslations } from '../../i18n';
import { type LoginSession, sessionsQuery, useSecurityChanges } from './api';

type Ending = LoginSession | 'others' | 'everywhere';

/** Message keys of the actions. */
const NAMES = { end: 'end', others: 'endOthers', everywhere: 'everywhere' } as const;

/** Login sessions of the account, with buttons to end them. */
export function SessionsCard() {
  const t = useTranslations('security.sessions');
  const query = useQuery(sessionsQuery);
  const dialog = useDialog<Ending>();
  const { endSession, endOthers } = useSecurityChanges();
  const isAlone = (query.data?.length ?? 0) < 2;
  const all = (
    <Group gap="xs">
      <Button variant="default" size="xs" disabled={isAlone} onClick={() => dialog.open('others')}>
        {t('endOthers')}
      </Button>
      <Button variant="default" size="xs" onClick={() => dialog.open('everywhere')}>
        {t('everywhere')}
      </Button>
    </Group>
  );
  const { subject } = dialog;
  const kind = typeof subject === 'string' ? subject : 'end';
  return (
    <Section title={t('title')} aside={all}>
      <Loaded query={query} rows={2}>
        {(sessions) => <SessionTable sessions={sessions} onEnd={dialog.open} />}
      </Loaded>
      <ConfirmDialog
        dialog={dialog}
        title={t(NAMES[kind])}
        confirm={t(NAMES[kind])}
        isDangerous
        action={(ending) => {
          if (ending === 'everywhere') return logOut({ everywhere: true });
          return ending === 'others' ? endOthers() : endSession(ending.id);
        }}
      >
        {t(kind === 'everywhere' ? 'everywhereText' : 'endText')}
      </ConfirmDialog>
    </Section>
  );
}

function SessionTable({
  sessions,
  onEnd,
}: {
  sessions: readonly LoginSession[];
  onEnd: (session: LoginSession) => void;
}) {
  const t = useTranslations('security.sessions');
  const columns: Column<LoginSession>[] = [
    { key: 'device', label: t('device'), render: (session) => <Device {...session} /> },
    { key: 'address', label: t('address'), render: ({ address }) => <Mono>{address}</Mono> },
    { key: 'used', label: t('used'), render: ({ last_used_at: at }) => <TimeAgo value={at} /> },
    {
      key: 'end',
      label: t('action'),
      render: (session) =>
        session.current ? (
          <Tag tone="plain">{t('current')}</Tag>
        ) : (
          <Button variant="default" size="xs" onClick={() => onEnd(session)}>
            {t('end')}
          </Button>
        ),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={sessions} rowKey={({ id }) => id} />;
}

function Device({ device, created_at: since }: LoginSession) {
  const t = useTranslations('security.sessions');
  return (
    <Group gap={4}>
      <Text inherit fw={600}>
        {device ?? t('unknown')}
      </Text>
      <Hint size="xs">
        {t('since')} <TimeAgo value={since} />
      </Hint>
    </Group>
  );
}

import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '../../api/api-keys';
import { keyUsageQuery } from '../../api/key-usage';
import { type Column, DataTable } from '../../components/data-table';
import { Hint } from '../../components/hint';
import { ModeBadge } from '../../components/mode-badge';
import { Tag } from '../../components/tag';
import { TimeAgo } from '../../components/time-ago';
import { STATE_TONES } from '../../components/tones';
import { useFormat, useTranslations } from '../../i18n';
import { isEverything } from './key-limit-fields';
import { KeyMenu } from './key-menu';
import classes from './key-table.module.css';
import type { KeyDialogStates } from './use-key-dialogs';
import { useKeyState } from './use-key-state';

interface Props {
  list: readonly ApiKey[];
  dialogs: KeyDialogStates;
}

export function KeyTable({ list, dialogs }: Props) {
  const t = useTranslations('keys');
  const columns: Column<ApiKey>[] = [
    { key: 'name', label: t('columns.name'), render: (key) => <KeyName apiKey={key} /> },
    { key: 'state', label: t('columns.state'), render: (key) => <KeyState apiKey={key} /> },
    {
      key: 'used',
      label: t('columns.used'),
      render: (key) => <LastUse apiKey={key} />,
    },
    { key: 'limits', label: t('columns.limits'), render: (key) => <KeyLimits apiKey={key} /> },
    {
      key: 'menu',
      label: t('columns.actions'),
      isNumber: true,
      render: (key) => <KeyMenu apiKey={key} dialogs={dialogs} />,
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={list} rowKey={({ id }) => id} />;
}

function KeyName({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Stack gap={4} className={classes.cell}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {apiKey.name}
      </Text>
      <Group gap={8}>
        <MaskedKey apiKey={apiKey} />
        <ModeBadge mode={apiKey.mode} />
      </Group>
    </Stack>
  );
}

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('keys');
  const format = useFormat();
  const state = useKeyState(apiKey);
  return (
    <Stack gap={4} className={classes.cell}>
      <Tag tone={STATE_TONES.apiKey[state]}>{t(`state.${state}`)}</Tag>
      {apiKey.expires_at !== null && (
        <Hint className={classes.line} title={format.time(apiKey.expires_at)}>
          {t(state === 'expired' ? 'endedOn' : 'endsOn', { day: format.day(apiKey.expires_at) })}
        </Hint>
      )}
    </Stack>
  );
}

/** Shows refusals too, so that a refused key does not look unused. */
function LastUse({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('keys');
  const {
    last_used_at: usedAt,
    last_refused_at: refusedAt,
    last_refused_address: address,
    last_refusal: refusal,
  } = apiKey;
  return (
    <Stack gap={4} className={classes.cell}>
      {usedAt !== null && (
        <span className={classes.line}>
          <TimeAgo value={usedAt} />
        </span>
      )}
      {usedAt === null && (
        <Hint className={classes.line}>{t(refusedAt === null ? 'neverUsed' : 'neverAccepted')}</Hint>
      )}
      {refusedAt !== null && refusal !== null && (
        <>
          <Tag tone="attention">{t('lastRefused')}</Tag>
          <Hint>
            <TimeAgo value={refusedAt} />: {t(`refusal.${refusal}`, { address: address ?? '–' })}
          </Hint>
        </>
      )}
    </Stack>
  );
}

function KeyLimits({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('keys');
  const { rupiah } = useFormat();
  const { allowed_ips: ips, daily_cap: cap, spend_cap: budget } = apiKey;
  const { rate_per_minute: rate, allowed_operations: operations } = apiKey;
  const mayDoAll = isEverything(operations);
  if ([ips, cap, budget, rate].every((limit) => limit === null) && mayDoAll)
    return <Hint className={classes.line}>{t('unlimited')}</Hint>;
  return (
    <Stack gap={4} className={classes.cell}>
      {cap !== null && (
        <Text size="sm" className={classes.line}>
          {t('capPerDay', { count: cap })}
        </Text>
      )}
      {cap !== null && <TodayUse id={apiKey.id} />}
      {budget !== null && (
        <Text size="sm" className={classes.line}>
          {t('spendCapPerDay', { amount: rupiah(budget) })}
        </Text>
      )}
      {rate !== null && (
        <Text size="sm" className={classes.line}>
          {t('ratePerMinute', { count: rate })}
        </Text>
      )}
      {!mayDoAll && (
        <Text size="sm" className={classes.line}>
          {t('only', { list: operations.map((operation) => t(`operation.${operation}`)).join(', ') })}
        </Text>
      )}
      {ips !== null && (
        <Text size="sm" className={classes.line} title={ips.join('\n')}>
          {t('ips', { count: ips.length })}
        </Text>
      )}
    </Stack>
  );
}

/** Today's usage of the cap, including earlier keys that it replaces. Reserves its line while loading. */
function TodayUse({ id }: { id: number }) {
  const t = useTranslations('keys');
  const { number } = useFormat();
  const { data } = useQuery(keyUsageQuery);
  const use = data?.find(({ api_key_id: of }) => of === id);
  if (data && !use) return null;
  return <Hint className={classes.line}>{t('usedToday', { used: use ? number(use.used_today) : '…' })}</Hint>;
}

function MaskedKey({ apiKey: { mode, last4 } }: { apiKey: ApiKey }) {
  return (
    <Text span size="xs" ff="monospace" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      sandi_{mode}_…{last4}
    </Text>
  );
}

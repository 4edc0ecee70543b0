import { Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { type Column, DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { Hint } from '../../components/hint';
import { Tag } from '../../components/tag';
import { TimeAgo } from '../../components/time-ago';
import { useFormat, useTranslations } from '../../i18n';
import { ActionButton } from './action-button';
import { FRAUD_OPERATIONS, type FraudBlock, type FraudScope, useFraudChanges } from './api';

interface Props {
  scope: FraudScope;
  blocks: readonly FraudBlock[];
}

export function BlockTable({ scope, blocks }: Props) {
  const t = useTranslations('fraud.blocks');
  const { time, number } = useFormat();
  const { lift } = useFraudChanges(scope);
  if (blocks.length === 0)
    return <EmptyState icon={IconShieldCheck} title={t('none')} text={t('noneText')} />;
  const columns: Column<FraudBlock>[] = [
    { key: 'subject', label: t('columns.subject'), render: (block) => <Subject {...block} /> },
    {
      key: 'mode',
      label: t('columns.mode'),
      render: ({ mode }) => <Tag tone={mode === 'enforce' ? 'broken' : 'attention'}>{t(`mode.${mode}`)}</Tag>,
    },
    { key: 'seen', label: t('columns.seen'), render: (block) => <Seen {...block} /> },
    {
      key: 'stopped',
      label: t('columns.stopped'),
      isNumber: true,
      render: ({ stopped }) => number(stopped),
    },
    { key: 'since', label: t('columns.since'), render: ({ started_at: at }) => <TimeAgo value={at} /> },
    {
      key: 'until',
      label: t('columns.until'),
      render: ({ ends_at: end, lifted_at: lifted }) =>
        lifted === null ? time(end) : t('lifted', { time: time(lifted) }),
    },
    {
      key: 'action',
      label: t('columns.action'),
      render: ({ id, active }) =>
        active && (
          <ActionButton
            needs={FRAUD_OPERATIONS[scope].lift}
            label={t('lift')}
            done={t('liftDone')}
            action={() => lift(id)}
          />
        ),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={blocks} rowKey={({ id }) => id} />;
}

function Subject({ rule, subject, prefix, username }: FraudBlock) {
  const t = useTranslations('fraud.blocks');
  return (
    <Stack gap={2}>
      <Text inherit fw={600}>
        {prefix === null ? t(`subject.${subject}`) : t('prefix', { prefix })}
      </Text>
      <Hint>{t(`rule.${rule}`)}</Hint>
      {typeof username === 'string' && <Hint>{t('of', { username })}</Hint>}
    </Stack>
  );
}

function Seen({ rule, sends, phones, conversion_percent: percent }: FraudBlock) {
  const t = useTranslations('fraud.blocks');
  if (rule === 'sudden_volume') return t('sends', { sends });
  return percent === null ? t('seen', { sends, phones }) : t('seenConverted', { sends, phones, percent });
}

import { Alert, List } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { System } from './api';

/** Whether anything wants attention, and what. */
export function Verdict({ system }: { system: System }) {
  const t = useTranslations('admin.system');
  const problems = useProblems(system);
  if (problems.length === 0) {
    return <Alert color="teal" role="status" icon={<IconCircleCheck aria-hidden />} title={t('allWell')} />;
  }
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('attention')}>
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function useProblems({ database, redis, books, devices }: System): string[] {
  const t = useTranslations('admin.system.problems');
  const { pending } = database.migrations;
  const violations = books.violations ?? 0;
  const sendable = devices.well + devices.degraded;
  return [
    ...(sendable === 0 ? [t('noDevice')] : []),
    ...(pending > 0 ? [t('migrations', { count: pending })] : []),
    ...(redis.state === 'down' ? [t('redis')] : []),
    ...(violations > 0 ? [t('books', { count: violations })] : []),
  ];
}

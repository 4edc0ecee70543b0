import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/schemas';
import { useFormat, useTranslations } from '../../i18n';
import { Hint } from '../hint';
import { useActionText } from './audit-texts';

type Entry = Schemas['SecurityLogItem'];

/** IP address and user agent. Both are missing if an account has too many different logins in an hour. */
export function ClientInfo({
  address,
  user_agent: agent,
  action,
}: Pick<Entry, 'address' | 'user_agent' | 'action'>) {
  const t = useTranslations('security');
  if (address === null) return action.startsWith('signin.') ? t('manyAddresses') : null;
  return (
    <>
      {address}
      {agent !== null && (
        <Hint size="xs" maw={320} style={{ overflowWrap: 'anywhere' }}>
          {agent}
        </Hint>
      )}
    </>
  );
}

interface AuditEventProps extends Pick<Entry, 'action' | 'times' | 'last_at'> {
  by?: ReactNode;
}

/** The action, and how often it happened. */
export function AuditEvent({ action, by, times, last_at: last }: AuditEventProps) {
  const t = useTranslations('security');
  const actionText = useActionText();
  const { time } = useFormat();
  return (
    <>
      <Text span inherit fw={600}>
        {actionText(action)}
      </Text>
      {by}
      {times !== 1 && <Hint size="xs">{t('times', { count: times, last: time(last) })}</Hint>}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../../api/api-keys';
import { useMe } from '../../api/session';
import { webhooksQuery } from '../../api/webhooks';
import { statsQuery, testCountQuery } from './api';

export const STEPS = ['key', 'test', 'webhook', 'live'] as const;

export type Step = (typeof STEPS)[number];

/** Which steps to the first OTP are done, as the API knows it; null when there is nothing (more) to show. */
export function useChecklist() {
  const stored = `sandi.checklist-hidden.${useMe().id}`;
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(stored) !== null);
  const apiKeys = useQuery(apiKeysQuery).data;
  const tests = useQuery(testCountQuery).data;
  const webhooks = useQuery(webhooksQuery).data;
  const stats = useQuery(statsQuery).data;
  const dismiss = () => {
    localStorage.setItem(stored, '1');
    setDismissed(true);
  };
  if (isDismissed || !apiKeys || tests === undefined || !webhooks || !stats) return null;
  const done: Record<Step, boolean> = {
    key: apiKeys.length > 0,
    test: tests > 0,
    webhook: webhooks.length > 0,
    live: stats.total_sent + stats.total_failed > 0,
  };
  // An account that has sent live messages needs no way to its first one.
  return done.live ? null : { done, dismiss };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../../api/api-keys';
import { useMay, useMe } from '../../api/session';
import { webhooksQuery } from '../../api/webhooks';
import { statsQuery, testCountQuery } from './api';

export const STEPS = ['key', 'test', 'webhook', 'live'] as const;

export type Step = (typeof STEPS)[number];

/** The completed steps; null if there is nothing to show. */
export function useChecklist() {
  const stored = `sandi.checklist-hidden.${useMe().id}`;
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(stored) !== null);
  // Only for roles that may do the steps.
  const enabled = useMay()('sendOtpAsUser');
  const apiKeys = useQuery({ ...apiKeysQuery, enabled }).data;
  const tests = useQuery({ ...testCountQuery, enabled }).data;
  const webhooks = useQuery({ ...webhooksQuery, enabled }).data;
  const stats = useQuery(statsQuery).data;
  const dismiss = () => {
    localStorage.setItem(stored, '1');
    setDismissed(true);
  };
  if (!enabled || isDismissed || !apiKeys || tests === undefined || !webhooks || !stats) return null;
  const done: Record<Step, boolean> = {
    key: apiKeys.length > 0,
    test: tests > 0,
    webhook: webhooks.length > 0,
    live: stats.total_sent + stats.total_failed > 0,
  };
  // Complete once the account has sent a live message.
  return done.live ? null : { done, dismiss };
}

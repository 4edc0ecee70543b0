import { useEffect, useRef } from 'react';
import { notify } from '../../components/notify';
import { useTranslations } from '../../i18n';
import type { Delivery } from './api';

/** Notifies about the result of a test event after its first attempt. */
export function useTestOutcome(tested: number | null, log: readonly Delivery[] | undefined): void {
  const t = useTranslations('webhooks.one');
  const told = useRef<number | null>(null);
  const first = log?.find(({ id }) => id === tested)?.attempts.at(-1);
  useEffect(() => {
    if (first === undefined || told.current === tested) return;
    told.current = tested;
    const { status_code: status } = first;
    if (status === null) return notify(t('testUnanswered'), 'broken');
    const isTaken = status >= 200 && status < 300;
    notify(t(isTaken ? 'testTaken' : 'testRefused', { status: String(status) }), isTaken ? 'good' : 'broken');
  }, [tested, first, t]);
}

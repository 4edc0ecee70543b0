import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { webhooksQuery } from '../../api/webhooks';
import type { Delivery } from './api';

/** Refetches the webhook when the log shows a new attempt. */
export function useFreshHealth(log: readonly Delivery[] | undefined): void {
  const queryClient = useQueryClient();
  const ended = log?.map(({ id, status, attempts }) => `${id} ${status} ${attempts.length}`).join();
  const known = useRef(ended);
  useEffect(() => {
    if (known.current !== undefined && ended !== known.current)
      void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    known.current = ended;
  }, [ended, queryClient]);
}

import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isOutcomeUnknown } from '../../../api/api-error';
import { newIdempotencyKey } from '../../../api/idempotency-key';
import { type AdminUser, type CreditMove, useUserChanges } from './api';

export type CreditMoveState = ReturnType<typeof useCreditMove>;

/**
 * Moves credit. However often the same move is sent until `begin`, also by a second click while the dialog fades out, it
 * is one attempt with one key, which the service grants once.
 */
export function useCreditMove(user: AdminUser) {
  const { moveCredit, refresh } = useUserChanges(user);
  const attempt = useRef<{ content: string; key: string } | null>(null);
  const mutation = useMutation({
    mutationFn: (move: CreditMove) => {
      const content = JSON.stringify(move);
      if (attempt.current?.content !== content) attempt.current = { content, key: newIdempotencyKey() };
      return moveCredit(move, attempt.current.key);
    },
    onError: () => void refresh(),
  });
  const isUncertain = isOutcomeUnknown(mutation.error);
  const { reset } = mutation;
  /** For when the dialog rowLink: the next move is a attempt of its own, unless nobody knows what became of the last. */
  const begin = () => {
    void refresh();
    if (isUncertain) return;
    attempt.current = null;
    reset();
  };
  return { ...mutation, isUncertain, begin };
}

import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isOutcomeUnknown } from '../../../api/api-error';
import { newIdempotencyKey } from '../../../api/random';
import { type AdminUser, type CreditMove, useUserChanges } from './api';

export type CreditMoveState = ReturnType<typeof useCreditMove>;

/**
 * Changes a balance. Until `begin`, sending the same change again uses the same idempotency key, so that it
 * counts once.
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
  /**
   * Call it when the dialog opens. The next change gets a new key, unless the outcome of the last one is
   * unknown.
   */
  const begin = () => {
    void refresh();
    if (isUncertain) return;
    attempt.current = null;
    reset();
  };
  return { ...mutation, isUncertain, begin };
}

import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../../api/api-error';
import { newIdempotencyKey } from '../../../api/idempotency-key';
import type { AdminUser } from './queries';
import { useUserChanges, type CreditMove } from './use-user-changes';

export type CreditMoveState = ReturnType<typeof useCreditMove>;

/**
 * Moves credit. However often the same move is tried until it succeeds, also from a dialog that was closed in between,
 * it is one wish with one key, which the service grants once.
 */
export function useCreditMove(user: AdminUser) {
  const { moveCredit } = useUserChanges(user);
  const wish = useRef<{ content: string; key: string } | null>(null);
  const mutation = useMutation({
    mutationFn: (move: CreditMove) => {
      const content = JSON.stringify(move);
      if (wish.current?.content !== content) wish.current = { content, key: newIdempotencyKey() };
      return moveCredit(move, wish.current.key);
    },
    onSuccess: () => {
      wish.current = null;
    },
  });
  const isUncertain = mutation.error instanceof ApiError && mutation.error.isPassing;
  return { ...mutation, isUncertain };
}

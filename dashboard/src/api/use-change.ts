import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * Returns a wrapper for API calls that change data. It resolves with the response at once and invalidates all
 * queries whose key begins with one of `areas`.
 */
export function useInvalidateAfter(...areas: readonly QueryKey[]) {
  const queryClient = useQueryClient();
  return async <Result>(call: Promise<Result>): Promise<Result> => {
    const result = await call;
    for (const queryKey of areas) void queryClient.invalidateQueries({ queryKey });
    return result;
  };
}

/**
 * Updates a cached list from a response before it is refetched, so that a closing dialog can return the focus
 * to an element that stays.
 */
export function useCachedList<Item extends { id: number }>(queryKey: QueryKey) {
  const queryClient = useQueryClient();
  const set = (change: (list: Item[]) => Item[]) =>
    queryClient.setQueryData<Item[]>(queryKey, (list) => list && change(list));
  return {
    replace: (changed: Item): Item => {
      set((list) => list.map((item) => (item.id === changed.id ? changed : item)));
      return changed;
    },
    remove: ({ id }: Pick<Item, 'id'>): void => {
      set((list) => list.filter((item) => item.id !== id));
    },
  };
}

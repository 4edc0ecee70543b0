import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * For calls that change something: passes their answer on at once, and has what shows it (each query whose key begins
 * with one of `areas`) asked anew beside that. A secret of the answer must not wait for a list.
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
 * What an answer tells of a list before that is read again, so that a dialog which closes then gives the focus back to
 * something that stays.
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

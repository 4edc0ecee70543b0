import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import { useInvalidateAfter } from '../../api/use-change';

/** `own`: the user's account; `all`: all accounts, for administrators. */
export type FraudScope = 'own' | 'all';
export type FraudSettings = Schemas['FraudSettingsView'];
/** A block; with its account in the scope `all`. */
export type FraudBlock = Schemas['FraudBlockView'] & { username?: string | null };
export type FraudNumber = Schemas['FraudListEntryView'];
type Settings = Schemas['FraudSettingsDto'];
type NewNumber = Schemas['FraudListEntryDto'];

/** The page shows only the newest blocks. */
export const BLOCKS_SHOWN = 100;

export const fraudSettingsQuery = (scope: FraudScope) =>
  queryOptions({
    queryKey: [...keys.fraud, scope, 'settings'],
    queryFn: () => api.get(scope === 'own' ? '/api/account/fraud/settings' : '/api/admin/fraud/settings'),
  });

/** The operations of the page, by their `operationId`. */
export const FRAUD_OPERATIONS = {
  own: {
    settings: 'getFraudSettings',
    set: 'setFraudSettings',
    lift: 'liftFraudBlock',
    numbers: 'listFraudNumbers',
    add: 'addFraudNumber',
    remove: 'removeFraudNumber',
  },
  all: {
    settings: 'getFraudDefaults',
    set: 'setFraudDefaults',
    lift: 'liftUserFraudBlock',
    numbers: 'listGeneralFraudNumbers',
    add: 'addGeneralFraudNumber',
    remove: 'removeGeneralFraudNumber',
  },
} as const satisfies Record<FraudScope, Record<string, string>>;

/** Fraud blocks. `active`: `true` for those in force, `false` for ended ones. */
export const fraudBlocksQuery = (scope: FraudScope, active: 'true' | 'false') =>
  queryOptions({
    queryKey: [...keys.fraud, scope, 'blocks', active],
    queryFn: (): Promise<{ items: FraudBlock[]; next_cursor: number | null }> =>
      api.get(scope === 'own' ? '/api/account/fraud/blocks' : '/api/admin/fraud/blocks', {
        query: { active, limit: BLOCKS_SHOWN },
      }),
    refetchInterval: pollSteadily(),
  });

export const fraudNumbersQuery = (scope: FraudScope) =>
  queryOptions({
    queryKey: [...keys.fraud, scope, 'numbers'],
    queryFn: () => api.get(scope === 'own' ? '/api/account/fraud/lists' : '/api/admin/fraud/lists'),
  });

export function useFraudChanges(scope: FraudScope) {
  const change = useInvalidateAfter(keys.fraud, keys.audit);
  const isOwn = scope === 'own';
  return {
    set: (body: Settings) =>
      change(api.put(isOwn ? '/api/account/fraud/settings' : '/api/admin/fraud/settings', { body })),
    lift: (id: number) =>
      change(
        api.delete(isOwn ? '/api/account/fraud/blocks/{id}' : '/api/admin/fraud/blocks/{id}', {
          path: { id },
        }),
      ),
    add: (body: NewNumber) =>
      change(api.post(isOwn ? '/api/account/fraud/lists' : '/api/admin/fraud/lists', { body })),
    remove: (id: number) =>
      change(
        api.delete(isOwn ? '/api/account/fraud/lists/{id}' : '/api/admin/fraud/lists/{id}', { path: { id } }),
      ),
  };
}

import type { ApiKey } from '../../api/api-keys';
import type { Schemas } from '../../api/schemas';

type Offered = Pick<ApiKey, 'id' | 'mode' | 'daily_cap' | 'allowed_operations'>;
type Usage = Pick<Schemas['KeyUsageView'], 'api_key_id' | 'daily_cap' | 'used_today'>;

const UNUSABLE = 4;
const COSTS = 2;
const CAPPED = 1;

/**
 * The default key of the form: can send, free, and without a daily cap if possible. Caps are meant for the
 * application that uses the key.
 */
export function defaultKey<Key extends Offered>(
  keys: readonly [Key, ...Key[]],
  usage: readonly Usage[],
): Key {
  const rank = ({ id, mode, daily_cap: cap, allowed_operations: operations }: Key) => {
    const use = usage.find(({ api_key_id: of }) => of === id);
    const isSpent = cap !== null && (use?.used_today ?? 0) >= cap;
    const isUsable = operations.includes('send') && !isSpent;
    return (isUsable ? 0 : UNUSABLE) + (mode === 'test' ? 0 : COSTS) + (cap === null ? 0 : CAPPED);
  };
  return keys.reduce((best, key) => (rank(key) < rank(best) ? key : best));
}

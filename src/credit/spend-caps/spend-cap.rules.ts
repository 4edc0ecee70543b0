import type { SpendCap } from '../../platform/access/principal.js';

export const spendCapId = ({ userId, rootKeyId }: Pick<SpendCap, 'userId' | 'rootKeyId'>): string =>
  `${userId} ${rootKeyId}`;

/** The first cap that `cost` more credits would exceed. What costs nothing exceeds none. `spent`: today, by id. */
export const exceededCap = (
  caps: readonly SpendCap[],
  spent: ReadonlyMap<string, number>,
  cost: number,
): SpendCap | undefined =>
  cost > 0 ? caps.find((cap) => (spent.get(spendCapId(cap)) ?? 0) + cost > cap.credits) : undefined;

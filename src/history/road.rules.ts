import type { FailureReason } from '../common/text/failure-reason.js';

/** What a list may be narrowed by, beside status and days, which the counters know. */
export interface Facets {
  key?: number;
  brand?: string;
  reason?: FailureReason;
  device?: number;
  /** As masks show it: `081`. */
  prefix?: string;
}

/** An index in which the messages of one value stand by their ids, and what holds for all that it is read for, in its order. */
export interface Road {
  index: string;
  terms: Readonly<Record<string, string | number>>;
  /** By their days first: its terms are of several days. */
  isByDay?: true;
}

/** What a page looks through before it ends, found or not. */
export const LOOKED_MAX = 5000;

export const hasFacets = ({ key, brand, reason, device, prefix }: Facets): boolean =>
  [key, brand, reason, device, prefix].some((facet) => facet !== undefined);

/**
 * The roads that lead through the fewest messages, one for each mode; what a road does not hold is looked at message by
 * message. Without any the list is read as it was written: the road is undefined.
 */
export function roadsOf(
  { userId, livemode }: { userId?: number; livemode?: boolean },
  { reason, key, brand, device }: Facets,
): (Road | undefined)[] {
  if (userId !== undefined) {
    // Failures are the fewest; a brand may be all that an account sends.
    if (reason !== undefined) return owned('failure_reason', { failureReason: reason });
    if (key !== undefined) return owned('api_key_id', { apiKeyId: key });
    if (brand !== undefined) return owned('company_name', { companyName: brand });
    // Or the messages of all accounts would be gone through for those of one.
    if (device === undefined) return owned('day').map((road) => ({ ...road, isByDay: true }));
  }
  return device === undefined
    ? [undefined]
    : [{ index: 'ix_messages_device_id_id', terms: { deviceId: device } }];

  function owned(column: string, term: Road['terms'] = {}): Road[] {
    const modes = livemode === undefined ? [true, false] : [livemode];
    const index = `ix_messages_user_id_livemode_${column}_id`;
    return modes.map((mode) => ({ index, terms: { userId: userId ?? 0, livemode: Number(mode), ...term } }));
  }
}

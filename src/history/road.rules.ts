import type { FailureReason } from '../platform/text/failure-reason.js';

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

/** How many messages a page looks through before it ends, found or not. */
export const LOOKED_MAX = 2000;

export const hasFacets = ({ key, brand, reason, device, prefix }: Facets): boolean =>
  [key, brand, reason, device, prefix].some((facet) => facet !== undefined);

/**
 * The roads that a list may be read by, one for each mode: of several choices each holds all of the list, and the one with
 * the fewest messages is the best. What a road does not hold is looked at message by message. Without any the list is read
 * as it was written: the road is undefined.
 */
export function choicesOf(
  { userId, livemode }: { userId?: number; livemode?: boolean },
  { reason, key, brand, device }: Facets,
): (Road | undefined)[][] {
  const ofDevice = { index: 'ix_messages_device_id_id', terms: { deviceId: device ?? 0 } };
  if (userId === undefined) return [[device === undefined ? undefined : ofDevice]];
  const choices = [
    ...(reason === undefined ? [] : [owned('failure_reason', { failureReason: reason })]),
    ...(key === undefined ? [] : [owned('api_key_id', { apiKeyId: key })]),
    ...(brand === undefined ? [] : [owned('company_name', { companyName: brand })]),
  ];
  if (choices.length > 0) return choices;
  // Or the messages of all accounts would be gone through for those of one.
  return [device === undefined ? owned('day').map((road) => ({ ...road, isByDay: true })) : [ofDevice]];

  function owned(column: string, term: Road['terms'] = {}): Road[] {
    const modes = livemode === undefined ? [true, false] : [livemode];
    const index = `ix_messages_user_id_livemode_${column}_id`;
    return modes.map((mode) => ({ index, terms: { userId: userId ?? 0, livemode: Number(mode), ...term } }));
  }
}

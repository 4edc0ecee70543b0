import type { FailureReason } from '../platform/text/failure-reason.js';

/** Filters of a list that the day counters do not support. (They support status and days.) */
export interface Facets {
  key?: number;
  brand?: string;
  reason?: FailureReason;
  device?: number;
  /** As masks show it: `081`. */
  prefix?: string;
}

/** An index to scan, with the equality terms that it covers, in its order. */
export interface IndexScan {
  index: string;
  terms: Readonly<Record<string, string | number>>;
  /** The index orders by day before id. */
  isByDay?: true;
}

/** Messages that one page reads at most, matching or not, in each scan. */
export const ROWS_SCANNED_MAX = 1000;

export const hasFacets = ({ key, brand, reason, device, prefix }: Facets): boolean =>
  [key, brand, reason, device, prefix].some((facet) => facet !== undefined);

/**
 * The scans that contain a whole list: one for each mode. A scan covers one facet, of the kind that usually has the
 * fewest matches; the others are checked row by row. `undefined` scans the primary key.
 */
export function indexScansOf(
  { userId, livemode }: { userId?: number; livemode?: boolean },
  { reason, key, brand, device }: Facets,
): (IndexScan | undefined)[] {
  if (userId !== undefined) {
    if (reason !== undefined) return scansOf('failure_reason', { failureReason: reason });
    if (key !== undefined) return scansOf('api_key_id', { apiKeyId: key });
    if (brand !== undefined) return scansOf('company_name', { companyName: brand });
  }
  if (device !== undefined) return [{ index: 'ix_messages_device_id_id', terms: { deviceId: device } }];
  // Without an index of the account, a page would scan the messages of all accounts.
  return userId === undefined ? [undefined] : scansOf('day').map((scan) => ({ ...scan, isByDay: true }));

  function scansOf(column: string, term: IndexScan['terms'] = {}): IndexScan[] {
    const modes = livemode === undefined ? [true, false] : [livemode];
    const index = `ix_messages_user_id_livemode_${column}_id`;
    return modes.map((mode) => ({ index, terms: { userId: userId ?? 0, livemode: Number(mode), ...term } }));
  }
}

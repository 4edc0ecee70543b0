/** The limit of sends to numbers without WhatsApp. */
export interface LimitRule {
  max: number;
  /** The share of an account's sends that may fail so, once it has `sendsMin` sends. */
  sharePercent: number;
  sendsMin: number;
}

/** How many failures of `sends` sends reach the share. */
const failuresOfShare = ({ sharePercent }: LimitRule, sends: number): number =>
  Math.max(1, Math.ceil((sends * sharePercent) / 100));

/** Whether the share may be reached: only then the sends have to be counted. */
export const needsSends = (rule: LimitRule, failures: number): boolean =>
  failures < rule.max && failures >= failuresOfShare(rule, rule.sendsMin);

/** So many sends tell whether `failures` reach the share. */
export const sendsNeeded = ({ sharePercent, sendsMin }: LimitRule, failures: number): number =>
  Math.max(sendsMin, Math.floor((failures * 100) / sharePercent) + 1);

/**
 * How many of the newest failures have to lie in the window for the limit to be reached: undefined, if it is not. It ends
 * when the oldest of these leaves the window.
 */
export function reachedBy(rule: LimitRule, failures: number, sends: number): number | undefined {
  if (failures >= rule.max) return rule.max;
  const isShare = sends >= rule.sendsMin && failures * 100 >= sends * rule.sharePercent;
  return isShare ? Math.min(failures, failuresOfShare(rule, sends)) : undefined;
}

/** The limit of sends to numbers without WhatsApp. */
export interface LimitRule {
  max: number;
  /** The share of an account's sends that may fail so, once it has `sendsMin` sends. */
  sharePercent: number;
  sendsMin: number;
}

/** How many failures reach the share of `sends` sends. */
const failuresOfShare = ({ sharePercent }: LimitRule, sends: number): number =>
  Math.max(1, Math.ceil((sends * sharePercent) / 100));

/** Whether the sends must be counted: only if the failures may reach the share. */
export const needsSends = (rule: LimitRule, failures: number): boolean =>
  failures < rule.max && failures >= failuresOfShare(rule, rule.sendsMin);

/** How many sends must be counted, at most, to decide whether `failures` reach the share. */
export const sendsNeeded = ({ sharePercent, sendsMin }: LimitRule, failures: number): number =>
  Math.max(sendsMin, Math.floor((failures * 100) / sharePercent) + 1);

/**
 * `undefined`: the limit is not reached. Otherwise how many of the newest failures hold it: it ends when the oldest of
 * these leaves the window.
 */
export function reachedBy(rule: LimitRule, failures: number, sends: number): number | undefined {
  if (failures >= rule.max) return rule.max;
  const isShare = sends >= rule.sendsMin && failures * 100 >= sends * rule.sharePercent;
  return isShare ? Math.min(failures, failuresOfShare(rule, sends)) : undefined;
}

/** How the messages of a filled database are spread, in terms of their number `i`, from 1 in the order of time. */

/** Accounts beside the big one. */
const SMALL_ACCOUNTS = 999;
const DAYS = 180;
/** What each account was given: more than any can spend. */
export const TOP_UP = 1_000_000_000;
export const PRICE = 200;

/** Of each five messages two are the big account's. */
const GROUP = '((i - 1) DIV 5)';
const PLACE = '((i - 1) MOD 5)';
const OTHER = `(3 * ${GROUP} + ${PLACE} - 2)`;

/** The account of message `i`. */
export const accountOf = (bigId: number) =>
  `CASE WHEN ${PLACE} < 2 THEN ${bigId} ELSE ${bigId + 1} + ${OTHER} MOD ${SMALL_ACCOUNTS} END`;

/** Which of its account's messages it is, from 1. */
export const NTH = `CASE WHEN ${PLACE} < 2 THEN 2 * ${GROUP} + ${PLACE} + 1 ELSE ${OTHER} DIV ${SMALL_ACCOUNTS} + 1 END`;

/** One in twenty was refused, one is on its way, the others arrived: in terms of `nth`. */
export const STATUS = "CASE nth MOD 20 WHEN 0 THEN 'failed' WHEN 1 THEN 'sent' ELSE 'delivered' END";

/** When it was created, of `count` messages of which the last is of the moment `@end`. */
export const createdAt = (count: number) =>
  `@end - INTERVAL ((${count} - i) * ${DAYS * 86_400_000} DIV ${count}) * 1000 MICROSECOND`;

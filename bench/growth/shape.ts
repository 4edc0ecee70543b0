/** SQL expressions for the messages of a filled database. `i` is the number of a message, from 1 in order of time. */

/** Accounts beside the big one. */
const SMALL_ACCOUNTS = 999;
const DAYS = 180;
/** The credit of each account, more than any can spend. */
export const TOP_UP = 1_000_000_000;
export const PRICE = 200;

/** Of each five messages two are the big account's. */
const GROUP = '((i - 1) DIV 5)';
const PLACE = '((i - 1) MOD 5)';
const OTHER = `(3 * ${GROUP} + ${PLACE} - 2)`;

/** The account of message `i`. */
export const accountOf = (bigId: number) =>
  `CASE WHEN ${PLACE} < 2 THEN ${bigId} ELSE ${bigId + 1} + ${OTHER} MOD ${SMALL_ACCOUNTS} END`;

/** The number of message `i` among those of its account, from 1. */
export const NTH = `CASE WHEN ${PLACE} < 2 THEN 2 * ${GROUP} + ${PLACE} + 1 ELSE ${OTHER} DIV ${SMALL_ACCOUNTS} + 1 END`;

/** The status of the `nth` message: of twenty, one failed, one was only sent, the others were delivered. */
export const STATUS = "CASE nth MOD 20 WHEN 0 THEN 'failed' WHEN 1 THEN 'sent' ELSE 'delivered' END";

/** When message `i` of `count` was created. The last one was created at `@end`. */
export const createdAt = (count: number) =>
  `@end - INTERVAL ((${count} - i) * ${DAYS * 86_400_000} DIV ${count}) * 1000 MICROSECOND`;

/** A recipient gets the next message after so many messages to others. */
const RECIPIENTS = 400_000;
/** One in so many messages of all accounts went to the same number, as with numbers for tests. */
const BUSY_EVERY = 49;
export const BUSY_PHONE = '081234567890';
const RECIPIENT = `(i * 7919 MOD ${RECIPIENTS})`;
const IS_BUSY = `i MOD ${BUSY_EVERY} = 0`;

/** The fingerprint of the recipient of message `i`; `busyIndex` is that of the busy number. */
export const recipientOf = (busyIndex: string) =>
  `IF(${IS_BUSY}, '${busyIndex}', LPAD(HEX(${RECIPIENT}), 64, '0'))`;
export const MASKED = `CONCAT('6281****', IF(${IS_BUSY}, '${BUSY_PHONE.slice(-4)}', LPAD(${RECIPIENT} MOD 10000, 4, '0')))`;

/** The external id of message `i`: one in seven has a common one, one in seven its own, the others none. */
export const BUSY_NAME = 'login';
export const EXTERNAL_ID = `CASE i MOD 7 WHEN 0 THEN '${BUSY_NAME}' WHEN 1 THEN CONCAT('pesanan-', i) END`;

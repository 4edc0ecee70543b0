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

/** Other messages to one recipient come again after so many. */
const RECIPIENTS = 400_000;
/** One in so many messages, of all accounts, went to one number, as with those that tests send to. */
const BUSY_EVERY = 49;
export const BUSY_PHONE = '081234567890';
const RECIPIENT = `(i * 7919 MOD ${RECIPIENTS})`;
const IS_BUSY = `i MOD ${BUSY_EVERY} = 0`;

/** Of message `i`: the fingerprint of its recipient, of which the busy one's is given. */
export const recipientOf = (busyIndex: string) =>
  `IF(${IS_BUSY}, '${busyIndex}', LPAD(HEX(${RECIPIENT}), 64, '0'))`;
export const MASKED = `CONCAT('6281****', IF(${IS_BUSY}, '${BUSY_PHONE.slice(-4)}', LPAD(${RECIPIENT} MOD 10000, 4, '0')))`;

/** One in seven has what many have, one in seven a name of its own. */
export const BUSY_NAME = 'login';
export const EXTERNAL_ID = `CASE i MOD 7 WHEN 0 THEN '${BUSY_NAME}' WHEN 1 THEN CONCAT('pesanan-', i) END`;

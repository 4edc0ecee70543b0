import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RollupJob } from '../../../src/analytics/rollup-job.js';
import { CreditEntry } from '../../../src/credit/credit.entities.js';
import { auditLedger } from '../../../src/operations/books/audit-ledger.js';
import { INVARIANTS } from '../../../src/operations/books/invariants.rules.js';
import { Message } from '../../../src/otp/message.entities.js';
import { Verification } from '../../../src/otp/verifications/verification.entities.js';
import { closeMonth } from '../../credit/statements.js';
import { type Account, addWebhook, createAccount, newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { codeBlock } from '../../support/snippets.js';
import { RunningClock } from '../../support/test-clock.js';

let service: TestService;
let account: Account;
let id: number;
let day: string;
let verified: Verification;

beforeAll(async () => {
  service = await startTestService({ env: { RECOVERY_SECONDS: '3600' }, clock: new RunningClock() });
  account = await createAccount(service, 1000);
  await addWebhook(service, account.userId);
  await service.api.post('/api/otp/send', sendBody(), { token: account.key });
  service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
  await service.api.post('/api/otp/send', sendBody(), { token: account.key });
  ({ id, day } = await service.database.read.findOneByOrFail(Message, {
    userId: account.userId,
    status: 'sent',
  }));
  verified = await failedVerification();
  await service.app.get(RollupJob).rollUpChanges();
  // Twice, as it may end right now.
  await closeMonth(service);
  await closeMonth(service);
  service.clock.reset();
});
afterAll(() => service.close());

/** Of another account: the damages know one message of theirs. */
async function failedVerification(): Promise<Verification> {
  const { key: token, userId } = await createAccount(service, 1000);
  await addWebhook(service, userId);
  const body = { phone: newPhone(), company_name: 'Toko Uji', max_attempts: 1 };
  const made = await service.api.post('/api/otp/verifications', body, { token });
  const { verification_id: reference } = made.body.data as { verification_id: string };
  await service.api.post(`/api/otp/verifications/${reference}/check`, { otp_code: '0123456789' }, { token });
  return service.database.read.findOneByOrFail(Verification, { reference, status: 'failed' });
}

const broken = async () =>
  (await auditLedger(service.database.read.dataSource, new Date())).map(({ invariant }) => invariant);
const write = (sql: string, parameters: unknown[] = []) =>
  service.database.tx(async (tx) => {
    await tx.query(sql, parameters);
  });

/** What somebody could do to the books, how to undo it, and the rule that must notice. */
interface Damage {
  rule: string;
  harm: () => Promise<void>;
  mend: () => Promise<void>;
}

const set = (table: string, column: string, wrong: string, right: string, where: () => string) => ({
  harm: () => write(`UPDATE ${table} SET ${column} = ${wrong} WHERE ${where()}`),
  mend: () => write(`UPDATE ${table} SET ${column} = ${right} WHERE ${where()}`),
});
const ofMessage = () => `id = ${id}`;
const ofUser = () => `user_id = ${account.userId}`;
const ofEnding = () => `${ofVerified()} AND type LIKE 'verification.%'`;
const ofVerified = () => `message_id = ${verified.messageId}`;
const setPrice = (userId: number, price: number, setAt: string) =>
  write(
    `INSERT INTO prices (user_id, channel, price, valid_from, set_by, created_at)
      VALUES (${userId}, 'whatsapp', ${price}, '2026-01-02 00:00:00', 1, '${setAt}')`,
  );
/** The message was not refunded: its charge is its only entry. */
const charge = () => `message_id = ${id}`;

const DAMAGES: Damage[] = [
  {
    rule: 'balance_is_sum_of_entries',
    ...set('credit_balances', 'balance', 'balance + 1', 'balance - 1', ofUser),
  },
  {
    rule: 'entry_count_is_a_recount',
    ...set('credit_balances', 'entry_count', 'entry_count + 1', 'entry_count - 1', ofUser),
  },
  {
    rule: 'running_balance',
    ...set('credit_entries', 'balance_after', 'balance_after + 1', 'balance_after - 1', charge),
  },
  {
    rule: 'one_charge_at_most_one_refund',
    ...set('credit_entries', 'kind', "'adjustment'", "'charge'", charge),
  },
  {
    rule: 'every_charge_opened_a_message',
    harm: () =>
      write(
        `INSERT INTO credit_entries (user_id, amount, balance_after, kind, message_id, created_at)
          VALUES (${account.userId}, -200, 0, 'charge', 999999, '2026-01-01 00:00:00')`,
      ),
    mend: () => write('DELETE FROM credit_entries WHERE message_id = 999999'),
  },
  {
    rule: 'confirmed_requests_have_their_line',
    harm: () =>
      write(
        `INSERT INTO top_up_requests (user_id, amount, sender, status, entry_id, created_at)
          VALUES (${account.userId}, 200, 'uji', 'confirmed', (SELECT id FROM credit_entries WHERE ${charge()}), '2026-01-01 00:00:00')`,
      ),
    mend: () => write("DELETE FROM top_up_requests WHERE sender = 'uji'"),
  },
  {
    rule: 'confirmed_requests_have_their_line',
    harm: () =>
      write(
        `INSERT INTO top_up_requests (user_id, amount, sender, status, created_at)
          VALUES (${account.userId}, 200, 'uji', 'confirmed', '2026-01-01 00:00:00')`,
      ),
    mend: () => write("DELETE FROM top_up_requests WHERE sender = 'uji'"),
  },
  {
    rule: 'paid_payments_are_credited_once',
    harm: () =>
      write(
        `INSERT INTO payments (user_id, request_id, provider, method, reference, amount, status, expires_at, created_at)
          VALUES (${account.userId}, 999999, 'midtrans', 'qris', 'pay_uji', 200, 'paid', '2026-01-01 00:00:00', '2026-01-01 00:00:00')`,
      ),
    mend: () => write("DELETE FROM payments WHERE reference = 'pay_uji'"),
  },
  {
    rule: 'paid_payments_are_credited_once',
    // Its request was never confirmed.
    harm: () =>
      write(
        `INSERT INTO payments (user_id, request_id, provider, method, reference, amount, status, review, expires_at, created_at)
          VALUES (${account.userId}, 999999, 'midtrans', 'qris', 'pay_uji', 200, 'paid', 'already_confirmed',
            '2026-01-01 00:00:00', '2026-01-01 00:00:00')`,
      ),
    mend: () => write("DELETE FROM payments WHERE reference = 'pay_uji'"),
  },
  {
    rule: 'confirmed_requests_have_their_line',
    // Neither an administrator nor a payment confirmed it.
    harm: () =>
      write(
        `INSERT INTO top_up_requests (user_id, amount, sender, status, entry_id, created_at)
          VALUES (${account.userId}, 1000, 'uji', 'confirmed',
            (SELECT id FROM credit_entries WHERE kind = 'topup' AND ${ofUser()}), '2026-01-01 00:00:00')`,
      ),
    mend: () => write("DELETE FROM top_up_requests WHERE sender = 'uji'"),
  },
  {
    rule: 'one_charge_at_most_one_refund',
    // Of a message that was never there, or was purged.
    harm: () =>
      write(
        `INSERT INTO credit_entries (user_id, amount, balance_after, kind, message_id, created_at)
          VALUES (${account.userId}, 500, 0, 'adjustment', 999999, '2026-01-01 00:00:00')`,
      ),
    mend: () => write('DELETE FROM credit_entries WHERE message_id = 999999'),
  },
  { rule: 'amounts_have_their_sign', ...set('credit_entries', 'amount', '-amount', '-amount', charge) },
  {
    rule: 'credit_used_is_what_was_paid',
    ...set('credit_entries', 'amount', 'amount - 1', 'amount + 1', charge),
  },
  { rule: 'credit_used_is_what_was_paid', ...set('messages', 'price', '350', '200', ofMessage) },
  { rule: 'credit_used_is_what_was_paid', ...set('messages', 'credit_used', '0', '200', ofMessage) },
  { rule: 'pending_and_sent_are_paid', ...set('messages', 'credit_used', '0', '200', ofMessage) },
  { rule: 'sent_messages_have_their_id', ...keepingId() },
  { rule: 'counters_are_a_recount', ...set('message_counters', 'sent', 'sent + 1', 'sent - 1', ofUser) },
  {
    rule: 'counters_are_a_recount',
    ...set('message_counters', 'purged_sent', 'purged_sent + 1', 'purged_sent - 1', ofUser),
  },
  {
    rule: 'counters_are_a_recount',
    ...set('messages', 'converted_at', "'2026-01-01 00:00:00.000'", 'NULL', ofMessage),
  },
  {
    rule: 'counters_are_a_recount',
    harm: () => write(`UPDATE messages SET day = '2001-01-01' WHERE ${ofMessage()}`),
    mend: () => write(`UPDATE messages SET day = ? WHERE ${ofMessage()}`, [day]),
  },
  {
    rule: 'analytics_add_up',
    ...set('analytics_hours', 'failed', 'failed + 1', 'failed - 1', () => `${ofUser()} AND part = 'all'`),
  },
  {
    rule: 'analytics_add_up',
    ...set(
      'analytics_days',
      'sent',
      'sent + 1',
      'sent - 1',
      () => "user_id = 0 AND part = 'device' AND value <> ''",
    ),
  },
  {
    rule: 'margin_adds_up',
    ...set('margin_days', 'revenue', 'revenue + 200', 'revenue - 200', () => `${ofUser()} AND basis = ''`),
  },
  {
    rule: 'margin_adds_up',
    ...set('margin_days', 'messages', 'messages + 9', 'messages - 9', () => `${ofUser()} AND basis = ''`),
  },
  {
    rule: 'every_account_has_a_balance',
    harm: () =>
      write(
        `INSERT INTO credit_entries (user_id, amount, balance_after, kind, created_at) VALUES (999999, 5, 5, 'topup', '2026-01-01 00:00:00')`,
      ),
    mend: () => write('DELETE FROM credit_entries WHERE user_id = 999999'),
  },
  {
    rule: 'every_settled_message_has_its_event',
    ...set('webhook_events', 'type', "'otp.other'", "'otp.sent'", charge),
  },
  {
    rule: 'every_ended_verification_has_its_event',
    ...set('webhook_events', 'type', "'verification.other'", "'verification.failed'", ofEnding),
  },
  {
    rule: 'verifications_fit_their_message',
    ...set('verifications', 'attempts_left', '1', '0', ofVerified),
  },
  {
    rule: 'verifications_fit_their_message',
    ...set('verifications', 'resends', '6', '0', ofVerified),
  },
  {
    rule: 'verifications_fit_their_message',
    harm: () => write(`UPDATE messages SET verification = NULL WHERE id = ${verified.messageId}`),
    mend: () =>
      write(`UPDATE messages SET verification = ? WHERE id = ${verified.messageId}`, [verified.reference]),
  },
  {
    rule: 'prices_are_those_of_their_moment',
    harm: () => setPrice(account.userId, 777, '2026-01-01 00:00:00'),
    mend: () => write('DELETE FROM prices'),
  },
  {
    rule: 'prices_are_those_of_their_moment',
    // What the messages cost, but set after they were created.
    harm: () => setPrice(0, 200, '2126-01-01 00:00:00'),
    mend: () => write('DELETE FROM prices'),
  },
  {
    rule: 'prices_are_those_of_their_moment',
    // No price is set.
    ...set('messages', 'price', '350', '200', ofMessage),
  },
  {
    rule: 'usage_is_a_recount',
    ...set('usage_cursors', 'entry_count', 'entry_count + 1', 'entry_count - 1', ofUser),
  },
  { rule: 'usage_is_a_recount', ...set('usage_days', 'charges', 'charges + 1', 'charges - 1', ofUser) },
  { rule: 'usage_is_a_recount', ...set('usage_days', 'messages', 'messages + 1', 'messages - 1', ofUser) },
  {
    rule: 'usage_is_a_recount',
    ...set('usage_cursors', 'entry_id', 'entry_id - 1', 'entry_id + 1', ofUser),
  },
  {
    rule: 'statements_are_the_ledger',
    ...both('top_ups = top_ups + 5, closing_balance = closing_balance + 5', '- 5'),
  },
  {
    rule: 'statements_are_the_ledger',
    ...both('opening_balance = opening_balance + 5, closing_balance = closing_balance + 5', '- 5'),
  },
  {
    rule: 'statements_are_the_ledger',
    ...movedLine(),
  },
  {
    rule: 'statement_numbers_have_no_gap',
    ...set('statement_sequences', 'last_number', 'last_number + 1', 'last_number - 1', () => 'id = 1'),
  },
  {
    rule: 'statement_numbers_have_no_gap',
    ...set('statements', 'number', 'number + 100', 'number - 100', ofUser),
  },
  {
    rule: 'spend_counts_are_a_recount',
    harm: () =>
      write(
        `INSERT INTO spend_counts (user_id, root_key_id, since, spent, entry_id)
          VALUES (${account.userId}, 0, '2000-01-01 00:00:00', 1, 1000000)`,
      ),
    mend: () => write('DELETE FROM spend_counts'),
  },
  {
    rule: 'inbound_verifications_are_paid',
    harm: () =>
      write(
        `INSERT INTO inbound_verifications (reference, user_id, livemode, status, recipient_index, recipient_masked,
            text_index, company_name, price, expires_at, due_at, due_status, created_at)
          VALUES ('ver_in_x', ${account.userId}, 1, 'pending', 'x', 'x', 'x', 'x', 300, '2126-01-01 00:00:00',
            '2126-01-01 00:00:00', 'expired', '2026-01-01 00:00:00')`,
      ),
    mend: () => write("DELETE FROM inbound_verifications WHERE reference = 'ver_in_x'"),
  },
  {
    rule: 'reports_fit_their_message',
    harm: () =>
      write(
        `INSERT INTO message_reports (message_id, source, status, moved, times, first_at, last_at)
          VALUES (${id}, 'callback', 'delivered', 1, 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00')`,
      ),
    mend: () => write(`DELETE FROM message_reports WHERE message_id = ${id}`),
  },
  {
    rule: 'every_low_mark_has_its_event',
    harm: () =>
      write(
        `UPDATE credit_balances SET low_threshold = 900, low_since = '2126-01-01 00:00:00' WHERE ${ofUser()}`,
      ),
    mend: () => write(`UPDATE credit_balances SET low_threshold = NULL, low_since = NULL WHERE ${ofUser()}`),
  },
  {
    rule: 'failed_messages_hold_no_window',
    harm: () =>
      write(
        `INSERT INTO duplicate_windows (duplicate_index, reference, expires_at)
          SELECT 'x', reference, '2126-01-01 00:00:00' FROM messages WHERE status = 'failed' AND ${ofUser()}`,
      ),
    mend: () => write("DELETE FROM duplicate_windows WHERE duplicate_index = 'x'"),
  },
  {
    rule: 'nothing_pending_past_its_lease',
    harm: () =>
      write(
        `UPDATE messages SET status = 'pending', lease_until = '2020-01-01 00:00:00.000' WHERE ${ofMessage()}`,
      ),
    mend: () => write(`UPDATE messages SET status = 'sent' WHERE ${ofMessage()}`),
  },
  {
    rule: 'every_idempotent_send_is_answered',
    harm: () =>
      write(
        `INSERT INTO idempotency_keys (user_id, route, key_index, body_index, message_id, expires_at)
          VALUES (${account.userId}, 'otp.send', 'k', 'b', ${id}, '2126-01-01 00:00:00')`,
      ),
    mend: () => write("DELETE FROM idempotency_keys WHERE key_index = 'k'"),
  },
];

/** Sums that still add up by themselves. */
function both(change: string, undo: string): Omit<Damage, 'rule'> {
  const sql = (text: string) => write(`UPDATE statements SET ${text} WHERE ${ofUser()}`);
  return { harm: () => sql(change), mend: () => sql(change.replaceAll('+ 5', undo)) };
}

/** Out of its closed month. */
function movedLine(): Omit<Damage, 'rule'> {
  let line: CreditEntry | undefined;
  return {
    harm: async () => {
      line = await service.database.read.findOneByOrFail(CreditEntry, { messageId: id });
      await write(`UPDATE credit_entries SET created_at = '2020-01-01 00:00:00.000' WHERE ${charge()}`);
    },
    mend: () =>
      service.database.tx(async (tx) => {
        await tx.update(CreditEntry, { messageId: id }, { createdAt: line?.createdAt });
      }),
  };
}

function keepingId(): Omit<Damage, 'rule'> {
  let gatewayId: string | null = null;
  return {
    harm: async () => {
      ({ gatewayMessageId: gatewayId } = await service.database.read.findOneByOrFail(Message, { id }));
      await write(`UPDATE messages SET gateway_message_id = NULL WHERE ${ofMessage()}`);
    },
    mend: () => write(`UPDATE messages SET gateway_message_id = ? WHERE ${ofMessage()}`, [gatewayId]),
  };
}

describe('the books', () => {
  afterEach(async () => expect(await broken()).toEqual([]));

  it('balance after a send and a refusal', async () => {
    expect(await broken()).toEqual([]);
  });

  it.each(DAMAGES)('notice damage: $rule', async ({ rule, harm, mend }) => {
    await harm();
    const found = await broken();
    await mend();
    expect(found).toContain(rule);
  });

  it('show twenty rows of a broken rule, and that there are more', async () => {
    const indices = Array.from({ length: 21 }, (_, nth) => `x${nth}`);
    for (const index of indices)
      await write(
        `INSERT INTO duplicate_windows (duplicate_index, reference, expires_at)
          SELECT '${index}', MAX(reference), '2126-01-01 00:00:00' FROM messages WHERE status = 'failed' AND ${ofUser()}`,
      );
    const breaches = await auditLedger(service.database.read.dataSource, new Date());
    await write("DELETE FROM duplicate_windows WHERE duplicate_index LIKE 'x%'");
    expect(breaches.map(({ rows, isMore }) => [rows.length, isMore])).toEqual([[20, true]]);
  });

  it('are read in one snapshot, whatever is written meanwhile', async () => {
    const { dataSource } = service.database.read;
    const runner = dataSource.createQueryRunner();
    const query = runner.query.bind(runner);
    let isWritten = false;
    // Between the first two rules: both tables change, and each rule reads one of them.
    const reading = Object.assign(Object.create(runner) as typeof runner, {
      async query(...asked: Parameters<typeof query>) {
        const answer: unknown = await query(...asked);
        if (!isWritten && asked[0].startsWith('SELECT')) {
          isWritten = true;
          await write('UPDATE credit_balances SET balance = balance + 1');
        }
        return answer;
      },
    });
    const source = Object.assign(Object.create(dataSource) as typeof dataSource, {
      createQueryRunner: () => reading,
    });
    const breaches = await auditLedger(source, new Date());
    await write('UPDATE credit_balances SET balance = balance - 1');
    expect([isWritten, breaches]).toEqual([true, []]);
  });

  it('are mended by the statements that the operator is told to run', async () => {
    const page = readFileSync('docs/books.md', 'utf8');
    const statements = codeBlock(page, 'sql')
      .replace(/^--.*$/gm, '')
      .split(';');
    expect(statements.length).toBeGreaterThan(5);
    await write('UPDATE message_counters SET sent = sent + 7, converted = 3');
    await write(`DELETE FROM message_counters WHERE ${ofUser()}`);
    await write(`UPDATE credit_balances SET balance = balance + 5, entry_count = 0 WHERE ${ofUser()}`);
    const told = statements.map((one) => one.trim()).filter((one) => one && !/^(BEGIN|COMMIT)$/.test(one));
    await service.database.tx(async (tx) => {
      for (const one of told) await tx.query(one);
    });
    expect(await broken()).toEqual([]);
  });

  it('have a rule for each damage, and a damage for each rule the database does not itself enforce', () => {
    const tried = new Set(DAMAGES.map(({ rule }) => rule));
    const untried = INVARIANTS.map(({ name }) => name).filter((name) => !tried.has(name));
    expect(untried).toEqual(['balance_not_negative']);
  });

  it('cannot show a negative balance: the database refuses it', async () => {
    await expect(write(`UPDATE credit_balances SET balance = -1 WHERE ${ofUser()}`)).rejects.toThrow();
  });
});

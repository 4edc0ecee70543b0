import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { GatewayDispatcher } from '../../../src/gateway/index.js';
import { VerificationRows } from '../../../src/otp/verifications/verification-rows.js';
import { keepBooks } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { gate } from '../../support/gates.js';
import { startTestService, type TestService } from '../../support/service.js';
import { statementsOf } from '../../support/statements.js';
import { dataOf, recover, REFUSE, type Sent, Verifier } from './verifications.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { RECOVERY_SECONDS: '3600', RECIPIENT_ATTEMPTS_MAX: '20' },
  });
});
afterAll(() => service.close());
afterEach(() => {
  vi.restoreAllMocks();
  service.clock.reset();
  service.gateway.behave({ lookup: 'normal' });
});
keepBooks(() => service);

/** A verification whose code arrived some time ago, and its row as it is then. */
async function arrived(verifier: Verifier, more: object = {}) {
  const phone = newPhone();
  const first = await verifier.created({ phone, ...more });
  const id = first.verification_id;
  service.clock.advance(200);
  return { phone, first, id, before: await verifier.row(id) };
}

/** Keeps the next message from the gateway until it is let go. */
function holdNext() {
  const [there, free] = [gate(), gate()];
  const dispatcher = service.app.get(GatewayDispatcher);
  const send = dispatcher.send.bind(dispatcher);
  vi.spyOn(dispatcher, 'send').mockImplementationOnce(async (message) => {
    there.open();
    await free.opened;
    return send(message);
  });
  return { arrived: there.opened, letGo: free.open };
}

/** The same of the next new code, between its charge and its verification. */
function holdNextRenewal() {
  const [there, free] = [gate(), gate()];
  const rows = service.app.get(VerificationRows);
  const renew = rows.renew.bind(rows);
  vi.spyOn(rows, 'renew').mockImplementationOnce(async (...given) => {
    there.open();
    await free.opened;
    return renew(...given);
  });
  return { arrived: there.opened, letGo: free.open };
}

describe('while a new code is in the gateway’s hands', () => {
  it('no other goes, and nothing is charged for it, until the gateway has refused it or not', async () => {
    const verifier = await Verifier.with(service);
    const { phone, id, before } = await arrived(verifier);
    service.gateway.script([REFUSE]);
    const held = holdNext();
    const one = verifier.resend(id, phone);
    await held.arrived;
    const other = await verifier.resend(id, phone, { 'idempotency-key': `lain-${id}` });
    expect(other).toAnswer(409, 'resend_in_flight');
    expect(other.headers.get('retry-after')).toBe('1');
    expect([await verifier.balance(), (await verifier.messages()).length]).toEqual([9600, 2]);
    held.letGo();
    expect((await one).body.code).toBe('gateway_error');
    expect(await verifier.row(id)).toEqual(before);
    expect(await verifier.balance()).toBe(9800);
    // Its key is free: the very request may come again.
    const again = await verifier.resend(id, phone, { 'idempotency-key': `lain-${id}` });
    expect(again).toAnswer(200);
    expect((await verifier.row(id)).resends).toBe(1);
    expect(await verifier.told(id, verifier.codeIn(dataOf<Sent>(again)))).toEqual(['approved', 5]);
  });

  it('one that was charged already is refunded unsent, and of neither is left a trace', async () => {
    const verifier = await Verifier.with(service);
    const { phone, first, id, before } = await arrived(verifier);
    const taken = service.gateway.requests.sends;
    const renewal = holdNextRenewal();
    const late = verifier.resend(id, phone);
    await renewal.arrived;
    service.gateway.script([REFUSE]);
    const held = holdNext();
    const quick = verifier.resend(id, phone);
    await held.arrived;
    expect(await verifier.balance()).toBe(9400);
    renewal.letGo();
    expect((await late).body.code).toBe('resend_in_flight');
    expect(await verifier.balance()).toBe(9600);
    held.letGo();
    expect((await quick).body.code).toBe('gateway_error');
    expect(service.gateway.requests.sends).toBe(taken + 1);
    expect(await verifier.row(id)).toEqual(before);
    expect(await verifier.told(id, verifier.codeIn(first))).toEqual(['approved', 5]);
    expect(await verifier.balance()).toBe(9800);
  });
});

describe('a new code whose sender died', () => {
  it('before the gateway heard of it is taken back by the recovery, with its refund', async () => {
    const verifier = await Verifier.with(service);
    const { phone, first, id, before } = await arrived(verifier);
    const headers = { 'idempotency-key': `mati-${id}` };
    const died = new Error('the process died');
    vi.spyOn(service.app.get(GatewayDispatcher), 'send').mockRejectedValueOnce(died);
    expect(await verifier.resend(id, phone, headers)).toAnswer(500);
    expect((await verifier.row(id)).messageId).not.toBe(before.messageId);
    expect((await verifier.resend(id, phone)).body.code).toBe('resend_in_flight');
    await recover(service);
    expect(await verifier.row(id)).toEqual(before);
    const again = await verifier.resend(id, phone, headers);
    expect(again).toAnswer(502, 'gateway_error');
    expect(await verifier.balance()).toBe(9800);
    expect(await verifier.told(id, verifier.codeIn(first))).toEqual(['approved', 5]);
  });

  it('holds no other up for longer than its lease, whoever asks the gateway about it', async () => {
    const verifier = await Verifier.with(service);
    const { phone, id } = await arrived(verifier);
    service.gateway.behave({ lookup: 'unavailable' });
    const died = new Error('the process died');
    vi.spyOn(service.app.get(GatewayDispatcher), 'send').mockRejectedValueOnce(died);
    expect(await verifier.resend(id, phone)).toAnswer(500);
    await recover(service);
    const again = await verifier.resend(id, phone);
    expect(again).toAnswer(200);
    service.gateway.behave({ lookup: 'normal' });
    service.clock.advance(60);
    await recover(service);
    expect(await verifier.told(id, verifier.codeIn(dataOf<Sent>(again)))).toEqual(['approved', 5]);
    expect(await verifier.balance()).toBe(9600);
  });
});

describe('a new code of unknown outcome', () => {
  /** Answered with 504. */
  async function unknown(verifier: Verifier, id: string, phone: string, dropAnswer: 'before' | 'after') {
    service.gateway.script([{ dropAnswer }]);
    const answer = await verifier.resend(id, phone);
    expect(answer).toAnswer(504, 'gateway_unknown');
    return answer.body as unknown as Sent;
  }

  it('gives way to the old one, until the time of that, once it is certain that it never went out', async () => {
    const verifier = await Verifier.with(service);
    const { phone, first, id, before } = await arrived(verifier);
    await unknown(verifier, id, phone, 'before');
    expect(await verifier.told(id, verifier.codeIn(first))).toEqual(['pending', 4]);
    await recover(service);
    expect(await verifier.row(id)).toEqual({ ...before, attemptsLeft: 4 });
    expect(await verifier.told(id, verifier.codeIn(first))).toEqual(['approved', 4]);
    expect(await verifier.balance()).toBe(9800);
  });

  it('and that is over by then, if it would have been', async () => {
    const verifier = await Verifier.with(service);
    const { phone, first, id } = await arrived(verifier, { ttl_seconds: 220 });
    await unknown(verifier, id, phone, 'before');
    await recover(service);
    expect(await verifier.told(id, verifier.codeIn(first))).toEqual(['expired', 5]);
  });

  it('is the one that counts once it is found', async () => {
    const verifier = await Verifier.with(service);
    const { phone, first, id } = await arrived(verifier);
    const second = await unknown(verifier, id, phone, 'after');
    await recover(service);
    expect((await verifier.row(id)).resends).toBe(1);
    if (verifier.codeIn(first) !== verifier.codeIn(second))
      expect((await verifier.told(id, verifier.codeIn(first)))[0]).toBe('pending');
    expect((await verifier.told(id, verifier.codeIn(second)))[0]).toBe('approved');
    expect(await verifier.balance()).toBe(9600);
  });

  it('stays, though its price goes back, where nobody can say for too long: it may have arrived', async () => {
    const verifier = await Verifier.with(service);
    const { phone, id, before } = await arrived(verifier);
    service.gateway.behave({ lookup: 'unavailable' });
    await unknown(verifier, id, phone, 'after');
    const after = await verifier.row(id);
    service.clock.advance(900);
    await recover(service);
    expect(await verifier.balance()).toBe(9800);
    const { codeIndex, messageId } = await verifier.row(id);
    expect([codeIndex, messageId]).toEqual([after.codeIndex, after.messageId]);
    expect(messageId).not.toBe(before.messageId);
  });

  it('lets the next one go at once, and is the good one again where that is refused', async () => {
    const verifier = await Verifier.with(service);
    const { phone, id } = await arrived(verifier);
    const second = await unknown(verifier, id, phone, 'after');
    service.gateway.script([REFUSE]);
    expect(await verifier.resend(id, phone)).toAnswer(502);
    expect((await verifier.row(id)).resends).toBe(1);
    expect(await verifier.told(id, verifier.codeIn(second))).toEqual(['approved', 5]);
    await recover(service);
    expect(await verifier.balance()).toBe(9600);
  });

  it('lets the next one go at once with a test key too, whose message stays pending until its steps', async () => {
    const verifier = await (await Verifier.with(service, 0)).testing();
    const phone = '628000000006';
    const made = await verifier.create({ phone });
    const { verification_id: id } = made.body as unknown as Sent;
    for (let nth = 0; nth < 2; nth++)
      expect((await verifier.resend(id, phone)).body.code).toBe('gateway_unknown');
    expect((await verifier.row(id)).resends).toBe(2);
  });
});

it('a new code that a gateway took stays, when it reports a failure later', async () => {
  const verifier = await Verifier.with(service);
  const { phone, id } = await arrived(verifier);
  service.clock.reset();
  const second = dataOf<Sent>(await verifier.resend(id, phone));
  await service.gateway.callback(second.message_id, 'failed', 'no');
  expect(await verifier.balance()).toBe(9800);
  expect(await verifier.told(id, verifier.codeIn(second))).toEqual(['approved', 5]);
});

it('a message that names no verification asks nothing about any when it is refused', async () => {
  const verifier = await Verifier.with(service);
  const send = async () => {
    service.gateway.script([REFUSE]);
    const body = { phone: newPhone(), otp_code: '482913', company_name: 'Toko Uji' };
    return service.api.post('/api/otp/send', body, { token: verifier.token });
  };
  const statements = await statementsOf(service, send);
  expect(statements.some(({ sql }) => /credit_entries/.test(sql))).toBe(true);
  // As the message store writes it; the sweeps write it with quotes.
  expect(statements.filter(({ sql }) => /(?:FROM|UPDATE) verifications/.test(sql))).toEqual([]);
});

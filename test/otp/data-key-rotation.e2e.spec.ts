import { randomBytes } from 'node:crypto';
import { In } from 'typeorm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import { LoginThrottle } from '../../src/auth/login-throttle.js';
import { FraudListEntry } from '../../src/fraud/fraud.entities.js';
import { CallbackUrlKeys } from '../../src/gateway/callback-url-keys.js';
import { DevicePair } from '../../src/gateway/device.entities.js';
import { SentMessages } from '../../src/gateway/index.js';
import { AllowanceReservations } from '../../src/gateway/pool/allowance-reservations.js';
import { ChannelDispatch } from '../../src/otp/channels/channel-dispatch.js';
import { InboundEndings } from '../../src/otp/inbound/inbound-endings.js';
import { Fingerprints } from '../../src/otp/index.js';
import { Message } from '../../src/otp/message.entities.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import { Secret } from '../../src/platform/text/secret.js';
import { challengeOf, type Enrolled, enrolled, secondStep } from '../auth/second-factor/authenticator.js';
import { reportStatus } from '../callbacks/report-status.js';
import { Guarded } from '../fraud/fraud.js';
import { addDevice } from '../gateway/devices.js';
import { callBack } from '../gateway/drivers/fakes/fake.js';
import { PrivacyDesk, requestOf } from '../privacy/data-subject.js';
import { keepBooks } from '../support/app.js';
import { newDatabase, type TestDatabase } from '../support/databases.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { statementsOf } from '../support/statements.js';
import { TestClock } from '../support/test-clock.js';
import { userToken } from '../support/tokens.js';
import { createdInbound, createInbound, inboundRow } from './inbound/inbound.js';
import { Verifier } from './verifications/verifications.js';

const random = () => randomBytes(36).toString('base64');
const [OLD, NEW] = [random(), random()];
/** As an operator changes it: each key opens what the step before it wrote. */
const STEPS = [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`, `${OLD},${NEW}`];

let gateway: Simulator;
let database: TestDatabase;
let service: TestService;
const clock = new TestClock();

const boot = (key: string) =>
  startTestService({
    databaseUrl: database.url,
    gateway,
    clock,
    env: { DATA_KEY: key, DUPLICATE_WINDOW_SECONDS: '3600' },
  });

beforeAll(async () => {
  gateway = await startSimulator({ switches: { timeline: 'none' } });
  database = await newDatabase(temporaryFolder('data-key-rotation').path);
});
afterAll(async () => {
  await service.close();
  await gateway.close();
  await database.drop();
});
keepBooks(() => service);

const send = ({ key: token }: Account, body: object, headers: Record<string, string> = {}) =>
  service.api.post('/api/otp/send', sendBody({ ...body }), { token, headers });
const phoneOf = (written: string) => Phone.parse(written) as Phone;
const recipientOf = (written: string) => service.app.get(Fingerprints).recipient(phoneOf(written));

/** Also where the background job judged a part of it just before. */
const judgeFraud = () => {
  clock.advance(16);
  return service.app.get(Sweepers).runOnce('the guard against fraud');
};

/** What is done before the key changes, which returns what must hold after. */
const CASES: Record<string, () => Promise<() => Promise<unknown>>> = {
  'a send is answered again for its Idempotency-Key, and another one is refused under it': async () => {
    const account = await createAccount(service);
    const headers = { 'idempotency-key': `key ${account.username}` };
    const body = sendBody();
    const first = await send(account, body, headers);
    expect(first).toAnswer(200);
    return async () => {
      expect((await send(account, body, headers)).body).toEqual(first.body);
      expect(await send(account, sendBody(), headers)).toAnswer(422, 'idempotency_mismatch');
    };
  },
  'a change is answered again for its Idempotency-Key, also with a sealed response': async () => {
    const verifier = await (await Verifier.with(service)).testing();
    const headers = { 'idempotency-key': `inbound ${verifier.account.username}` };
    const body = { phone: newPhone() };
    const first = await createInbound(verifier, body, headers);
    expect(first).toAnswer(201);
    return async () => {
      const again = await service.api.post(
        '/api/otp/verifications',
        { ...body, company_name: 'Toko Uji', method: 'inbound' },
        { token: verifier.token, headers },
      );
      expect(again.body).toEqual(first.body);
    };
  },
  'a duplicate stays one': async () => {
    const account = await createAccount(service);
    const body = sendBody();
    expect(await send(account, body)).toAnswer(200);
    return async () => expect(await send(account, body)).toAnswer(409, 'duplicate');
  },
  'a code that was sent is checked, once': async () => {
    const account = await createAccount(service);
    const { phone, otp_code } = sendBody();
    expect(await send(account, { phone, otp_code })).toAnswer(200);
    const check = () =>
      service.api
        .post('/api/otp/check', { phone, otp_code }, { token: account.key })
        .then(({ body }) => body.data);
    return async () => {
      expect(await check()).toMatchObject({ valid: true });
      expect(await check()).toMatchObject({ valid: false });
    };
  },
  'a verification gets a new code and is approved': async () => {
    const { account } = await Verifier.with(service);
    const at = (path: string, body: object) =>
      service.api.post(`/api/otp/verifications${path}`, body, { token: account.key });
    const phone = newPhone();
    const sent = await at('', { phone, company_name: 'Toko Uji' });
    const { verification_id: id, reference } = sent.body.data as {
      verification_id: string;
      reference: string;
    };
    const codeOf = (of: string) => /[0-9]{4,8}/.exec(gateway.find(of)?.text ?? '')?.[0];
    const other = await at('', { phone: newPhone(), company_name: 'Toko Uji' });
    const { verification_id: second, reference: its } = other.body.data as {
      verification_id: string;
      reference: string;
    };
    return async () => {
      expect((await at(`/${second}/check`, { otp_code: codeOf(its) })).body.data).toMatchObject({
        status: 'approved',
      });
      clock.advance(61);
      const again = await at(`/${id}/resend`, { phone });
      expect(again).toAnswer(200);
      const { reference: newest } = again.body.data as { reference: string };
      expect(newest).not.toBe(reference);
      expect((await at(`/${id}/check`, { otp_code: codeOf(newest) })).body.data).toMatchObject({
        status: 'approved',
      });
    };
  },
  'a verification of a magic number ends as it says': async () => {
    const { token } = await (await Verifier.with(service)).testing();
    const at = (path: string, body: object) =>
      service.api.post(`/api/otp/verifications${path}`, body, { token });
    const sent = await at('', { phone: '628000000042', company_name: 'Toko Uji' });
    const { verification_id: id } = sent.body.data as { verification_id: string };
    return async () =>
      expect((await at(`/${id}/check`, { otp_code: '000000' })).body.data).toMatchObject({
        status: 'expired',
      });
  },
  'a number on a list stays blocked, and is moved without a second entry': async () => {
    const { account } = await Guarded.with(service, { mode: 'enforce' });
    const phone = newPhone();
    const { userId } = account;
    const list = async (name: string) =>
      service.api.post(
        '/api/account/fraud/lists',
        { list: name, phone },
        { token: await userToken(service, userId) },
      );
    expect(await list('block')).toAnswer(200);
    return async () => {
      expect(await send(account, { phone })).toAnswer(403, 'verification_blocked');
      expect(await list('allow')).toAnswer(200);
      expect(await service.database.read.countBy(FraudListEntry, { userId })).toBe(1);
      expect(await send(account, { phone })).toAnswer(200);
    };
  },
  'a block against fraud holds': async () => {
    const { account } = await Guarded.with(service, { mode: 'enforce', device_phones_max: 3 });
    const client = { device_id: 'perangkat-curang' };
    const sends = () => send(account, { phone: newPhone(), client });
    for (let nth = 0; nth < 3; nth++) expect(await sends()).toAnswer(200);
    await judgeFraud();
    expect(await sends()).toAnswer(403, 'verification_blocked');
    return async () => expect(await sends()).toAnswer(403, 'verification_blocked');
  },
  'sends before and after count together against fraud': async () => {
    const { account } = await Guarded.with(service, { mode: 'enforce', device_phones_max: 3 });
    const sends = () =>
      send(account, { phone: newPhone(), client: { device_id: `perangkat-${account.userId}` } });
    expect(await sends()).toAnswer(200);
    await judgeFraud();
    return async () => {
      for (let nth = 0; nth < 2; nth++) expect(await sends()).toAnswer(200);
      await judgeFraud();
      expect(await sends()).toAnswer(403, 'verification_blocked');
    };
  },
  'a restriction holds': async () => {
    const account = await createAccount(service);
    const phone = newPhone();
    await (await PrivacyDesk.at(service)).completed('restriction', phone);
    return async () => expect(await send(account, { phone })).toAnswer(403, 'recipient_restricted');
  },
  'an erasure finds messages, list entries and audit entries of before': async () => {
    const { account } = await Guarded.with(service);
    const phone = newPhone();
    const token = await userToken(service, account.userId);
    const sent = async () => {
      const answer = await send(account, { phone });
      await reportStatus(service, (answer.body.data as { message_id: string }).message_id, 'delivered');
    };
    await sent();
    expect(await service.api.post('/api/account/fraud/lists', { list: 'allow', phone }, { token })).toAnswer(
      200,
    );
    return async () => {
      await sent();
      const desk = await PrivacyDesk.at(service);
      const { id } = await desk.completed('erasure', phone);
      expect(await desk.sweep(id)).toMatchObject({ status: 'completed' });
      const recipientIndex = In([...recipientOf(phone)]);
      expect(await service.database.read.countBy(Message, { recipientIndex })).toBe(0);
      expect(await service.database.read.countBy(FraudListEntry, { userId: account.userId })).toBe(0);
    };
  },
  'an erasure that was asked for before takes a number that is listed after it': async () => {
    const { account } = await Guarded.with(service);
    const phone = newPhone();
    const asked = await (await PrivacyDesk.at(service)).post('', { phone, kind: 'erasure' });
    return async () => {
      const token = await userToken(service, account.userId);
      const list = { list: 'allow', phone };
      expect(await service.api.post('/api/account/fraud/lists', list, { token })).toAnswer(200);
      const desk = await PrivacyDesk.at(service);
      const { id } = requestOf(asked);
      expect(await desk.post(`/${id}/complete`, {})).toAnswer(200);
      expect(await desk.sweep(id)).toMatchObject({ status: 'completed' });
      expect(await service.database.read.countBy(FraudListEntry, { userId: account.userId })).toBe(0);
    };
  },
  'a text of the user approves a verification': async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id, message } = await createdInbound(verifier, { phone });
    return async () => {
      const { deviceId } = await inboundRow(service, id);
      const text = { text: new Secret(message), sender: new Secret(`62${phone.slice(1)}`) };
      await service.app.get(InboundEndings).accept([text], deviceId);
      expect(await inboundRow(service, id)).toMatchObject({ status: 'approved' });
    };
  },
  'an authenticator app and a recovery code let their owner in': async () => {
    const person: Enrolled = await enrolled(service);
    const [code = '', second = ''] = person.recoveryCodes;
    return async () => {
      expect(await secondStep(service, await challengeOf(service, person), person.app.next())).toAnswer(200);
      const enters = async (given: string) =>
        (await secondStep(service, await challengeOf(service, person), given)).status === 200;
      expect([await enters(code), await enters(code), await enters(second)]).toEqual([true, false, true]);
    };
  },
  'an address that a login came from is known': async () => {
    const { userId } = await createAccount(service);
    const entered = () =>
      service.database.tx((tx) => service.app.get(LoginThrottle).entered(tx, userId, '203.0.113.7'));
    expect(await entered()).toBe(true);
    return async () => expect(await entered()).toBe(false);
  },
  'a gateway may call back at the address that it has': async () => {
    const device = await addDevice(service, 'http://127.0.0.1:1', 'a.b', {
      driver: 'fonnte',
      state: 'disabled',
    });
    const { pathname, search } = new URL(service.app.get(CallbackUrlKeys).urlOf(device));
    const called = async () =>
      (await callBack(service.url + pathname + search, { headers: {}, body: '{}' })).status;
    const before = await called();
    expect(before).not.toBe(401);
    return async () => expect(await called()).toBe(before);
  },
  'messages are found by their phone, and its device is known': async () => {
    const account = await createAccount(service);
    const phone = newPhone();
    expect(await send(account, { phone })).toAnswer(200);
    return async () => {
      expect(await send(account, { phone })).toAnswer(200);
      const answer = await service.api.post('/api/otp/messages/search', { phone }, { token: account.key });
      expect((answer.body.data as { items: object[] }).items).toHaveLength(2);
      const { messages } = await service.app.get(SentMessages).contactsOf(recipientOf(phone), 100);
      expect(messages).toHaveLength(2);
    };
  },
  'a phone without WhatsApp is remembered as one': async () => {
    const account = await createAccount(service);
    const phone = newPhone();
    gateway.script([{ refuse: { status: 400, error: 'number is not on WhatsApp' } }]);
    const sent = await send(account, { phone });
    expect(sent).toAnswer(502);
    return async () => {
      const route = await service.app.get(ChannelDispatch).routeOf({
        ...{ channels: ['whatsapp', 'sms'], codeLength: 6, livemode: true, onlyDeviceId: undefined },
        recipient: recipientOf(phone),
      });
      expect(route.first).toBe('sms');
    };
  },
  'a device waits before it writes to a recipient again': async () => {
    const phone = newPhone();
    const [recipientIndex] = recipientOf(phone);
    const expiresAt = new Date(clock.now().getTime() + 120_000);
    await service.database.tx((tx) => tx.insert(DevicePair, { recipientIndex, deviceId: 1, expiresAt }));
    return async () => {
      const pairs = await service.app.get(AllowanceReservations).pairsOf(recipientOf(phone));
      expect([...pairs]).toEqual([[1, expiresAt]]);
    };
  },
};

describe('while DATA_KEY changes', { timeout: 300_000 }, () => {
  it('all holds that held before, in both orders of the keys', async () => {
    let held: [string, () => Promise<unknown>][] = [];
    for (const step of STEPS) {
      await service?.close();
      service = await boot(step);
      const broken: string[] = [];
      for (const [name, holds] of held)
        await holds().catch((error: unknown) => broken.push(`${name}: ${String(error)}`));
      expect(broken, `step ${STEPS.indexOf(step)}`).toEqual([]);
      held = [];
      for (const [name, begin] of Object.entries(CASES)) held.push([name, await begin()]);
    }
  });

  it('a send has no statement more', async () => {
    const count = async () => {
      const { key: token } = await createAccount(service);
      const counts: number[] = [];
      for (let nth = 0; nth < 5; nth++) {
        const headers = { 'idempotency-key': `statements ${nth}` };
        const statements = await statementsOf(service, () =>
          service.api.post('/api/otp/send', sendBody(), { token, headers }),
        );
        counts.push(statements.length);
      }
      return Math.min(...counts);
    };
    expect(service.config.dataKeys).toHaveLength(2);
    expect(await count()).toBe(await countWithOne(count));
  });

  it.runIf(inject('engine') === 'mysql')(
    'one request of an Idempotency-Key acts, with instances of both orders at once',
    async () => {
      const beside = await boot(`${OLD},${NEW}`);
      try {
        for (let round = 0; round < 10; round++) {
          const verifier = await Verifier.with(service);
          const headers = { 'idempotency-key': `both ${round}` };
          const made = await verifier.created();
          const cancel = (on: TestService) =>
            on.api.post(`/api/otp/verifications/${made.verification_id}/cancel`, undefined, {
              token: verifier.token,
              headers,
            });
          const answers = await Promise.all([
            cancel(service),
            cancel(beside),
            cancel(service),
            cancel(beside),
          ]);
          for (const answer of answers) expect([200, 409]).toContain(answer.status);
          const again = await Promise.all([cancel(service), cancel(beside)]);
          expect(again[0]?.body).toEqual(again[1]?.body);
          const body = sendBody();
          const sends = await Promise.all(
            [service, beside, service, beside].map((on) =>
              on.api.post('/api/otp/send', body, { token: verifier.token }),
            ),
          );
          expect(sends.filter(({ status }) => status === 200)).toHaveLength(1);
        }
      } finally {
        await beside.close();
      }
    },
  );
});

/** The same count of a service that has one key. */
async function countWithOne(count: () => Promise<number>): Promise<number> {
  const [ofBoth, own] = [service, await newDatabase(temporaryFolder('one-data-key').path)];
  service = await startTestService({ databaseUrl: own.url, gateway, clock, env: { DATA_KEY: OLD } });
  try {
    return await count();
  } finally {
    await service.close();
    await own.drop();
    service = ofBoth;
  }
}

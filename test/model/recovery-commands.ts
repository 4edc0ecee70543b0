import fc from 'fast-check';
import { ApiKeyVerifier } from '../../src/api-keys/index.js';
import { GatewayDispatcher } from '../../src/gateway/index.js';
import { CallbackInbox } from '../../src/otp/index.js';
import { MessageStore } from '../../src/otp/messages/message-store.js';
import { Recovery } from '../../src/otp/recovery.js';
import { Idempotency, IdempotencyClaim } from '../../src/platform/idempotency/index.js';
import { BlindIndex } from '../../src/platform/security/hashing.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import { Secret } from '../../src/platform/text/secret.js';
import { INBOX_SECONDS, type Model, type ModelMessage, UNKNOWN_SECONDS } from './model.js';
import { isMessage, keyUse, type ModelCommand, type SendSpec, sendSpec } from './send-commands.js';
import { LEASE_SECONDS, type Run } from './world.js';

const LOOKUP_PAUSE_SECONDS = { min: 5, max: 60 };
const SENT_MESSAGE = 'OTP berhasil dikirim.';

class Advance implements ModelCommand {
  constructor(private readonly seconds: number) {}

  check = () => true;

  run(model: Model, run: Run): Promise<void> {
    model.now += this.seconds;
    run.service.clock.advance(this.seconds);
    return Promise.resolve();
  }

  toString = () => `advance(${this.seconds} s)`;
}

/** One round of the recovery; perhaps several instances at once. */
export class Sweep implements ModelCommand {
  constructor(private readonly instances: number) {}

  check = () => true;

  async run(model: Model, run: Run): Promise<void> {
    const { app } = run.service;
    await Promise.all(Array.from({ length: this.instances }, () => app.get(Recovery).sweep()));
    await app.get(CallbackInbox).sweep();
    for (const message of model.messages) recover(model, message);
    completeKeys(model, run);
    for (const message of model.messages) {
      for (const [status, at] of message.waiting)
        if (at < model.now - INBOX_SECONDS) message.waiting.delete(status);
      if (message.idKnown) model.applyWaiting(message);
    }
  }

  toString = () => `sweep(${this.instances})`;
}

/** What the recovery makes of a message whose sender's time is over. */
function recover(model: Model, message: ModelMessage): void {
  if (message.status !== 'pending' || message.leaseUntil > model.now) return;
  const age = model.now - message.createdAt;
  message.leaseUntil =
    model.now + Math.min(LOOKUP_PAUSE_SECONDS.max, Math.max(LOOKUP_PAUSE_SECONDS.min, age / 2));
  if (model.lookupAvailable && message.takenByGateway) {
    model.settle(message, 'sent');
    message.idKnown = true;
    model.applyWaiting(message);
  } else if (model.lookupAvailable || age >= UNKNOWN_SECONDS) {
    model.settle(message, 'failed', true);
    message.hasExpired = !model.lookupAvailable;
  }
}

/** A key whose request died gets its answer from how the message ended, once that is nobody's any more. */
function completeKeys(model: Model, run: Run): void {
  for (const key of model.keys.values()) {
    const { message } = key;
    if (key.status !== null || message.status === 'pending' || message.leaseUntil > model.now) continue;
    const [status, code] = message.hasExpired ? [504, 'gateway_unknown'] : [502, 'gateway_error'];
    const isNowhere = message.status === 'failed' && !message.idKnown;
    key.status = isNowhere ? status : 200;
    key.carries = isNowhere ? { success: false, code } : successOf(model, run, message);
  }
}

/** The envelope of a send that got through, as things stand now. */
function successOf(model: Model, run: Run, { gatewayId, reference, request, creditUsed }: ModelMessage) {
  const data = {
    message_id: gatewayId,
    recipient: run.maskOf(request),
    credit_used: creditUsed,
    credit_balance: model.balance,
    reference,
    external_id: null,
    metadata: null,
  };
  return { success: true, message: SENT_MESSAGE, data };
}

class Lookups implements ModelCommand {
  constructor(private readonly available: boolean) {}

  check = (model: Readonly<Model>) => model.lookupAvailable !== this.available;

  run(model: Model, run: Run): Promise<void> {
    model.lookupAvailable = this.available;
    run.service.gateway.behave({ lookup: this.available ? 'normal' : 'unavailable' });
    return Promise.resolve();
  }

  toString = () => `lookups(${this.available ? 'available' : 'unavailable'})`;
}

const CRASHES = ['after the charge', 'after the gateway took it', 'before the answer'] as const;
type Crash = (typeof CRASHES)[number];

/** A send whose process dies on the way: it leaves behind what it had committed, and no answer. */
class CrashedSend implements ModelCommand {
  constructor(
    private readonly spec: SendSpec,
    private readonly at: Crash,
  ) {}

  /** Where the send would be refused there is nothing to die of. */
  check = (model: Readonly<Model>) => {
    const { apiKey, key, request } = this.spec;
    const window = model.windows.get(request);
    const isFree = (!window || window.expiresAt <= model.now) && model.balance >= model.price;
    return model.apiKeys[apiKey] === true && isFree && !(key && model.liveKey(key));
  };

  async run(model: Model, run: Run): Promise<void> {
    const message = model.open(this.spec.request, LEASE_SECONDS, keyUse(run, this.spec));
    if (!isMessage(message)) throw new Error('the model refuses what check() let through');
    await this.live(run);
    if (this.at === 'after the charge') return;
    run.note(message);
    if (this.at !== 'before the answer') return;
    model.settle(message, 'sent');
    message.idKnown = true;
    const key = this.spec.key === undefined ? undefined : model.keys.get(this.spec.key);
    if (key) Object.assign(key, { status: 200, carries: successOf(model, run, message) });
  }

  /** The same calls in the same order as OtpService makes them, up to its death. */
  private async live(run: Run): Promise<void> {
    const { app } = run.service;
    const { phone, code, brand, request } = await this.prepare(run);
    const store = app.get(MessageStore);
    const { message: created, balance } = await store.create(request);
    if (this.at === 'after the charge') return;
    const { recipientIndex } = request;
    const message = {
      reference: created.reference,
      phone,
      recipient: [recipientIndex],
      code,
      brand,
      language: 'id',
    } as const;
    const { outcome, deviceId, attempts } = await app.get(GatewayDispatcher).send(message);
    if (outcome.kind !== 'accepted') throw new Error(`the gateway was to take it: ${outcome.reason}`);
    if (this.at !== 'before the answer') return;
    const { id } = outcome;
    const { claim } = request;
    const send = { message: created, messageId: id, balance };
    await store.update({
      message: created,
      update: { status: 'sent', deviceId, gatewayMessageId: id },
      attempts,
      response: claim && { claim, kind: 'success', send },
    });
  }

  private async prepare(run: Run) {
    const { app, config } = run.service;
    const { apiKey, request, respelt } = this.spec;
    const body = run.body(request, respelt);
    const phone = Phone.parse(body.phone);
    const who = await app.get(ApiKeyVerifier).verify(run.apiKeys[apiKey] ?? '', '127.0.0.1');
    if (!who || !phone) throw new Error('the request is not usable');
    const index = (purpose: string, ...parts: (string | number)[]) =>
      new BlindIndex(config.dataKeys, purpose).of(...parts);
    return {
      phone,
      code: new Secret(body.otp_code),
      brand: body.company_name,
      request: {
        who,
        phone,
        companyName: body.company_name,
        route: { first: 'whatsapp' as const, next: [], asked: null },
        recipientIndex: index('recipient', phone.reveal()),
        duplicateIndexes: [index('duplicate', who.userId, who.mode, phone.reveal(), body.otp_code)] as const,
        deviceAvailable: true,
        claim: await this.claim(run, who.userId),
      },
    };
  }

  private async claim(run: Run, userId: number): Promise<IdempotencyClaim | undefined> {
    const use = keyUse(run, this.spec);
    if (!use) return undefined;
    const begun = await run.service.app.get(Idempotency).begin({
      userId,
      route: 'otp.send:live',
      key: use.name,
      content: Buffer.from(`/api/otp/send\n${use.body}`),
      envelopes: {
        status: 200,
        success: (data) => ({ success: true, message: SENT_MESSAGE, data }),
        failure: () => ({}),
      },
    });
    if (!(begun instanceof IdempotencyClaim)) throw new Error('the key was to be free');
    return begun;
  }

  toString = () => `crash(${this.at}, ${JSON.stringify(this.spec)})`;
}

/** The app goes and another comes, on the same database. */
class Restart implements ModelCommand {
  check = () => true;

  run(_model: Model, run: Run): Promise<void> {
    return run.world.restart();
  }

  toString = () => 'restart';
}

/** Past the lease, the duplicate window, the expiry of unknown outcomes, a key's day, the refund window. */
const STEPS = [
  1,
  LEASE_SECONDS + 1,
  LEASE_SECONDS + 1,
  61,
  301,
  301,
  UNKNOWN_SECONDS + 1,
  25 * 3600,
  73 * 3600,
];

export const recoveryCommands: fc.WeightedArbitrary<ModelCommand>[] = [
  { weight: 6, arbitrary: fc.constantFrom(...STEPS).map((seconds) => new Advance(seconds)) },
  { weight: 5, arbitrary: fc.constantFrom(1, 1, 2).map((instances) => new Sweep(instances)) },
  { weight: 2, arbitrary: fc.boolean().map((available) => new Lookups(available)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(sendSpec('accept'), fc.constantFrom(...CRASHES))
      .map(([spec, at]) => new CrashedSend(spec, at)),
  },
  { weight: 1, arbitrary: fc.constant(null).map(() => new Restart()) },
];

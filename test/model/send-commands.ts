import fc from 'fast-check';
import { expect } from 'vitest';
import type { SwitchesPatch } from '../../simulator/gateway.js';
import type { Answer } from '../support/api.js';
import type { ExpectedAnswer, KeyUse, Model, ModelKey, ModelMessage, Treatment } from './model.js';
import { LEASE_SECONDS, type Run, type SendRequest } from './world.js';

export type ModelCommand = fc.AsyncCommand<Model, Run>;

const SWITCHES = {
  accept: {},
  refuse: { refuse: { status: 400, error: 'recipient refused' } },
  'drop-before': { dropAnswer: 'before' },
  'drop-after': { dropAnswer: 'after' },
} as const satisfies Record<Treatment, SwitchesPatch>;

export interface SendSpec {
  request: number;
  /** Another spelling of the phone: the same recipient, but another body. */
  respelt: boolean;
  apiKey: number;
  /** An Idempotency-Key, or none. */
  key: string | undefined;
  treatment: Treatment;
}

/** A send; the few requests and keys make many of them retries of an earlier one. */
class Send implements ModelCommand {
  constructor(private readonly spec: SendSpec) {}

  check = ({ apiKeys }: Readonly<Model>) => this.spec.apiKey < apiKeys.length;

  async run(model: Model, run: Run): Promise<void> {
    run.service.gateway.script([SWITCHES[this.spec.treatment]]);
    const answer = await post(run, this.spec);
    // A send that was refused before the gateway left its behaviour behind.
    run.service.gateway.script(null);
    judge(model, run, this.spec, answer);
  }

  toString = () => `send(${JSON.stringify(this.spec)})`;
}

/** The same request twice at once: one acts, and whoever is second is told of the first. */
class SendAtOnce implements ModelCommand {
  constructor(private readonly spec: SendSpec) {}

  check = ({ apiKeys }: Readonly<Model>) => this.spec.apiKey < apiKeys.length;

  async run(model: Model, run: Run): Promise<void> {
    const answers = await Promise.all([post(run, this.spec), post(run, this.spec)]);
    const [first, second] = inOrder(answers);
    const messages = model.messages.length;
    judge(model, run, this.spec, first);
    const acted = model.messages.length > messages;
    // The second may have met the first under way, when its message was pending and its key had no answer.
    const underWay = this.spec.key === undefined ? 'duplicate' : 'idempotency_in_flight';
    if (acted && second.body.code === underWay) return;
    judge(model, run, this.spec, second);
  }

  toString = () => `sendAtOnce(${JSON.stringify(this.spec)})`;
}

function post(run: Run, { apiKey, request, respelt, key }: SendSpec): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const token = run.apiKeys[apiKey];
  return run.service.api.post('/api/otp/send', run.body(request, respelt), { token, headers });
}

/** Whoever acted comes first. */
function inOrder([one, other]: [Answer, Answer]): [Answer, Answer] {
  const acted = ({ status, headers }: Answer) => status === 200 && !headers.get('idempotency-replayed');
  return acted(other) ? [other, one] : [one, other];
}

/** Holds an answer against what the model says, and moves the model on. */
function judge(model: Model, run: Run, spec: SendSpec, answer: Answer): void {
  const { status, code, body, data } = expectSend(model, run, spec, answer);
  expect(answer).toAnswer(status, body);
  expect(answer.body.code).toBe(code);
  if (data) expect(answer.body.data).toEqual(data);
}

function expectSend(model: Model, run: Run, spec: SendSpec, answer: Answer): ExpectedAnswer {
  if (!model.apiKeys[spec.apiKey]) return { status: 401, code: 'api_key_invalid' };
  const use = keyUse(run, spec);
  const known = use && model.liveKey(use.name);
  if (use && known) return expectReplay(known, use, answer);
  const opened = model.open(spec.request, LEASE_SECONDS, use);
  if (!isMessage(opened)) return opened;
  const expected = dispatch(model, run, opened, spec.treatment);
  if (use) Object.assign(model.keys.get(use.name) ?? {}, { status: expected.status, text: answer.text });
  return expected;
}

/** The Idempotency-Key of a send, with the bytes it stands for. */
export function keyUse(run: Run, { key, request, respelt }: SendSpec): KeyUse | undefined {
  const body: SendRequest = run.body(request, respelt);
  return key === undefined ? undefined : { name: key, body: JSON.stringify(body) };
}

export function isMessage(opened: ExpectedAnswer | ModelMessage): opened is ModelMessage {
  return 'creditUsed' in opened;
}

function expectReplay(key: ModelKey, { body }: KeyUse, answer: Answer): ExpectedAnswer {
  if (key.body !== body) return { status: 422, code: 'idempotency_mismatch' };
  if (key.status === null) return { status: 409, code: 'idempotency_in_flight' };
  expect(answer.headers.get('idempotency-replayed')).toBe('true');
  if (key.text !== null) expect(answer.text).toBe(key.text);
  else if (key.carries) expect(answer.body).toMatchObject(key.carries);
  key.text = answer.text;
  return { status: key.status, code: answer.body.code };
}

/** What the gateway does with an open message, and what the service makes of it. */
function dispatch(model: Model, run: Run, message: ModelMessage, treatment: Treatment): ExpectedAnswer {
  switch (treatment) {
    case 'refuse':
      model.settle(message, 'failed', true);
      return {
        status: 502,
        code: 'gateway_error',
        body: { error_message: 'recipient refused', reason: 'gateway_fault' },
      };
    case 'drop-before':
      return { status: 504, code: 'gateway_unknown' };
    case 'drop-after':
      run.note(message);
      return { status: 504, code: 'gateway_unknown' };
    case 'accept': {
      run.note(message);
      model.settle(message, 'sent');
      message.idKnown = true;
      const data = {
        message_id: message.gatewayId,
        recipient: run.maskOf(message.request),
        credit_used: message.creditUsed,
        credit_balance: model.balance,
        reference: message.reference,
        external_id: null,
        metadata: null,
      };
      return { status: 200, data };
    }
  }
}

export const sendSpec = (...treatments: Treatment[]): fc.Arbitrary<SendSpec> =>
  fc.record({
    request: fc.constantFrom(0, 0, 0, 1, 2),
    respelt: fc.boolean(),
    apiKey: fc.constantFrom(0, 0, 0, 1),
    key: fc.constantFrom(undefined, undefined, 'kunci-1', 'kunci-2'),
    treatment: fc.constantFrom(...treatments),
  });

export const sendCommands: fc.WeightedArbitrary<ModelCommand>[] = [
  {
    weight: 12,
    arbitrary: sendSpec('accept', 'accept', 'refuse', 'drop-before', 'drop-after', 'drop-after').map(
      (spec) => new Send(spec),
    ),
  },
  { weight: 2, arbitrary: sendSpec('accept').map((spec) => new SendAtOnce(spec)) },
];

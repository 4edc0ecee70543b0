import { describe, expect, it } from 'vitest';
import type { CallbackKeys } from '../../../src/gateway/driver.js';
import { wahaDriver } from '../../../src/gateway/drivers/waha/driver.js';
import { TestClock } from '../../support/test-clock.js';
import { deliveryOf, type FakeCallback } from './fakes/fake.js';
import { ack, ackPayload, capping, event, hmac, sessionStatus, WAHA } from './fakes/waha.js';

const clock = new TestClock();

const KEYS: CallbackKeys = { secrets: [WAHA.secret], acceptsUnsigned: false, urlKeys: [] };

describe('the signature of a callback from WAHA', () => {
  const verify = (callback: FakeCallback, keys: Partial<CallbackKeys> = {}) =>
    wahaDriver.verifyCallback(deliveryOf(callback), { ...KEYS, ...keys });

  it.each([
    [
      'my-secret-key',
      '{"event":"message","session":"default","engine":"WEBJS"}',
      '208f8a55dde9e05519e898b10b89bf0d0b3b0fdf11fdbf09b6b90476301b98d8097c462b2b17a6ce93b6b47a136cf2e78a33a63f6752c2c1631777076153fa89',
    ],
    [
      'waha-test-key',
      '{"id":"evt_01j0000000000000000000000a","timestamp":1767225605000,"event":"message.ack","session":"otp-01","payload":{"id":"true_6281234567890@c.us_3EB0AABBCCDDEEFF0011","from":"6281234567890@c.us","fromMe":true,"ack":2,"ackName":"DEVICE"}}',
      '65064cb167c139a3580e089110f5f0f2ce348b8ddec43794e83128ba9eb9857ee9d960c8eb30bb3103d4331cf875faa481400077cfbe8b574abfba00ca320ef7',
    ],
  ])('by %s is checked as in the reference', (secret, body, hex) => {
    expect(verify({ headers: { 'x-webhook-hmac': hex }, body }, { secrets: [secret] })).toBe(true);
  });

  it('covers the bytes: the same object written anew is refused', () => {
    const body = String.raw`{"event":"message","body":"Rp\u00a01.000"}`;
    const headers = { 'x-webhook-hmac': hmac(body) };
    expect(verify({ headers, body })).toBe(true);
    expect(verify({ headers, body: JSON.stringify(JSON.parse(body)) })).toBe(false);
  });

  it('is by one of the device’s secrets or refused, and absent only where that is taken', () => {
    const callback = ack('3EB0', 'DEVICE', clock.now());
    expect(verify(callback, { secrets: ['the-new-hmac-key', WAHA.secret] })).toBe(true);
    expect(verify(callback, { secrets: ['the-new-hmac-key'] })).toBe(false);
    for (const wrong of ['', 'x', hmac(callback.body).slice(1)])
      expect(verify({ ...callback, headers: { 'x-webhook-hmac': wrong } }, { acceptsUnsigned: true })).toBe(
        false,
      );
    expect(verify({ ...callback, headers: {} })).toBe(false);
    expect(verify({ ...callback, headers: {} }, { acceptsUnsigned: true })).toBe(true);
  });
});

describe('a callback from WAHA', () => {
  const now = () => clock.now();
  const parse = (callback: FakeCallback) =>
    wahaDriver.parseCallback(deliveryOf(callback), { settings: WAHA.settings });
  const told = (status: string, error: string | null = null, failureReason: string | null = null) => ({
    gatewayMessageId: '3EB0AA',
    reference: null,
    status,
    error,
    failureReason,
  });

  it.each([
    ['SERVER', 'sent'],
    ['DEVICE', 'delivered'],
    ['READ', 'delivered'],
    ['PLAYED', 'delivered'],
  ])('of level %s means %s, by the bare id of a hidden chat', (level, status) => {
    expect(parse(ack('3EB0AA', level, now()))).toEqual({ statuses: [told(status)] });
  });

  it('of level ERROR is a failure', () => {
    expect(parse(ack('3EB0AA', 'ERROR', now()))).toEqual({
      statuses: [told('failed', 'WhatsApp refused the message', 'unknown')],
    });
  });

  it('with error 463 tells of the account too', () => {
    const error = { code: '463', blocked: true, reason: 'reachout_timelock', until: 1784477333 };
    expect(parse(ack('3EB0AA', 'ERROR', now(), { error }))).toEqual({
      statuses: [told('failed', 'WhatsApp refused the message: 463: reachout_timelock', 'device_restricted')],
      health: {
        connection: 'unclear',
        detail: 'WhatsApp holds the account back',
        fault: 'restricted',
        restrictedUntil: new Date('2026-07-19T16:08:53.000Z'),
      },
    });
    expect(parse(ack('3EB0AA', 'ERROR', now(), { error: { code: '479' } })).health).toBeUndefined();
  });

  it('of a group or an older chat has its id in the same place', () => {
    for (const id of [
      'true_1203630000@g.us_3EB0AA_6281100000001@c.us',
      'true_6281234567890@c.us_3EB0AA',
      '3EB0AA',
    ])
      expect(parse(ack('', 'DEVICE', now(), { id })).statuses).toEqual([told('delivered')]);
  });

  it('may tell on GOWS only as message.any that the server has it, which is never a failure', () => {
    const any = (level: string, rest: object = {}) =>
      parse(event('message.any', ackPayload('3EB0AA', level, rest), now()));
    expect(any('SERVER')).toEqual({ statuses: [told('sent')] });
    for (const level of ['PENDING', 'ERROR']) expect(any(level)).toEqual({ statuses: [] });
    expect(any('SERVER', { fromMe: false })).toEqual({ statuses: [] });
  });

  it.each([
    ['another session', { session: 'otp-02' }],
    ['another event', { event: 'message.reaction' }],
    ['no payload', { payload: null }],
    ['a message of others', { payload: ackPayload('3EB0AA', 'READ', { fromMe: false }) }],
    ['nothing sent yet', { payload: ackPayload('3EB0AA', 'PENDING') }],
    ['an unknown level', { payload: ackPayload('3EB0AA', 'PENDING', { ack: 5 }) }],
    ['no id', { payload: ackPayload('3EB0AA', 'READ', { id: null }) }],
  ])('about %s changes nothing', (_about, rest) => {
    expect(parse(event('message.ack', ackPayload('3EB0AA', 'READ'), now(), rest))).toEqual({ statuses: [] });
  });

  it('tells how the session is', () => {
    expect(parse(sessionStatus('FAILED', now())).health).toEqual({
      connection: 'disconnected',
      detail: 'FAILED',
    });
    expect(parse(sessionStatus('WORKING', now())).health).toEqual({ connection: 'connected', detail: null });
    const messageCapping = capping('CAPPED', 1000, new Date('2026-12-31T16:59:59.000Z'));
    expect(parse(sessionStatus('WORKING', now(), { data: { messageCapping } })).health).toEqual({
      connection: 'connected',
      detail: null,
      newChats: { status: 'capped', used: 1000, total: 1000, endsAt: '2026-12-31T16:59:59.000Z' },
    });
    expect(parse(sessionStatus('OUT 6281234567890', now())).health?.detail).toBe('OUT ****');
    const reachoutTimelock = { isActive: true, timeEnforcementEnds: 1784477333 };
    expect(parse(sessionStatus('WORKING', now(), { data: { reachoutTimelock } })).health).toMatchObject({
      connection: 'connected',
      fault: 'restricted',
      restrictedUntil: new Date('2026-07-19T16:08:53.000Z'),
    });
  });

  it('that is old still tells of its message, but no more of the device', () => {
    const old = new Date(now().getTime() - 6 * 60_000);
    expect(parse(sessionStatus('FAILED', old))).toEqual({ statuses: [] });
    const late = parse(ack('3EB0AA', 'ERROR', old, { error: { code: '463' } }));
    expect(late).toEqual({
      statuses: [told('failed', 'WhatsApp refused the message: 463', 'device_restricted')],
    });
  });

  it.each([
    ['{', 'malformed_json'],
    ['[]', 'callback_invalid'],
    ['{"session":"otp-01"}', 'callback_invalid'],
  ])('is not %s', (body, code) => {
    expect(() => parse({ headers: {}, body })).toThrow(expect.objectContaining({ code }) as Error);
  });
});

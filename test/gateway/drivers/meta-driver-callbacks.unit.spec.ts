import { describe, expect, it } from 'vitest';
import type { CallbackKeys } from '../../../src/gateway/driver.js';
import { metaDriver } from '../../../src/gateway/drivers/meta/driver.js';
import { deliveryOf } from './fakes/fake.js';
import { batch, change, META, signedBy, status } from './fakes/meta.js';

const PHONE = '6281234567890';

const KEYS: CallbackKeys = {
  secrets: [META.secret],
  acceptsUnsigned: false,
  urlKeys: ['verify-token-of-ours'],
};

describe('the signature of a callback from Meta', () => {
  const verify = (callback: Parameters<typeof deliveryOf>[0], keys: Partial<CallbackKeys> = {}) =>
    metaDriver.verifyCallback(deliveryOf(callback), { ...KEYS, ...keys });

  it('is checked as in the reference', () => {
    const body =
      '{"object":"whatsapp_business_account","entry":[{"id":"100000000000001","changes":[{"field":"messages","value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"6281100000001","phone_number_id":"200000000000002"},"statuses":[{"id":"wamid.TEST0001","status":"delivered","timestamp":"1767225605","recipient_id":"6281234567890","biz_opaque_callback_data":"otp_0001"}]}}]}]}';
    const header = 'sha256=69ede152e34d7e5730db29f8055506ab7b3f807543bbcf30a67ec37d1a087350';
    expect(Buffer.byteLength(body)).toBe(387);
    expect(verify({ headers: { 'x-hub-signature-256': header }, body })).toBe(true);
  });

  it('covers the bytes: the same object written anew is refused', () => {
    const body = String.raw`{"object":"whatsapp_business_account","entry":[],"note":"Rp\u00a01.000"}`;
    const callback = signedBy(META.secret, body);
    expect(verify(callback)).toBe(true);
    expect(verify({ ...callback, body: JSON.stringify(JSON.parse(body)) })).toBe(false);
  });

  it('is by one of the device’s secrets, of its form, or refused', () => {
    const callback = status('wamid.1', 'sent');
    const header = callback.headers['x-hub-signature-256'] ?? '';
    const withHeader = (value: string) => ({ ...callback, headers: { 'x-hub-signature-256': value } });
    expect(verify(callback, { secrets: ['the-new-app-secret', META.secret] })).toBe(true);
    expect(verify(callback, { secrets: ['the-new-app-secret'] })).toBe(false);
    expect(verify(callback, { secrets: [] })).toBe(false);
    for (const wrong of ['', 'sha256=', header.slice(7), `sha1=${header.slice(7)}`, header.slice(0, -1)])
      expect(verify(withHeader(wrong), { acceptsUnsigned: true })).toBe(false);
  });

  it('may be absent only where unsigned callbacks are taken', () => {
    const unsigned = { ...status('wamid.1', 'sent'), headers: {} };
    expect(verify(unsigned)).toBe(false);
    expect(verify(unsigned, { acceptsUnsigned: true })).toBe(true);
  });
});

describe('a callback from Meta', () => {
  const parse = (callback: Parameters<typeof deliveryOf>[0]) =>
    metaDriver.parseCallback(deliveryOf(callback), { settings: META.settings });
  const told = (
    id: string,
    reached: string,
    reference: string | null = null,
    error: string | null = null,
    failureReason: string | null = reached === 'failed' ? 'unknown' : null,
  ) => ({
    gatewayMessageId: id,
    reference,
    status: reached,
    error,
    failureReason,
  });

  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['played', 'delivered'],
    ['failed', 'failed'],
  ])('that says %s means %s', (theirs, ours) => {
    const { statuses, health } = parse(status('wamid.1', theirs, { reference: 'otp_1' }));
    expect(statuses).toEqual([told('wamid.1', ours, 'otp_1')]);
    expect(health).toBeUndefined();
  });

  it.each([
    [
      'a delivery',
      {
        contacts: [{ profile: { name: 'x', username: 'maria' }, user_id: 'US.13491208655302741918' }],
        statuses: [
          {
            id: 'wamid.1',
            status: 'delivered',
            timestamp: '1767225605',
            recipient_user_id: 'US.13491208655302741918',
            parent_recipient_user_id: 'US.ENT.506847293015824',
            biz_opaque_callback_data: 'otp_1',
            pricing: {
              billable: true,
              pricing_model: 'PMP',
              type: 'regular',
              category: 'authentication_international',
            },
          },
        ],
      },
      { ...told('wamid.1', 'delivered', 'otp_1'), cost: 'authentication_international' },
    ],
    [
      'a failure, which has no contacts',
      {
        statuses: [
          {
            id: 'wamid.1',
            status: 'failed',
            timestamp: '1767225605',
            recipient_user_id: 'ID.134',
            errors: [{ code: 131062, title: 'Business-scoped user id', message: 'Phone required' }],
          },
        ],
      },
      told('wamid.1', 'failed', null, 'Phone required (131062)', 'gateway_fault'),
    ],
  ])('about a user without a visible phone is read: %s', (_, rest, status) => {
    const parsed = parse(batch([change([], META.settings.phone_number_id, rest)]));
    expect(parsed.statuses).toEqual([status]);
    expect(JSON.stringify(parsed)).not.toMatch(/US\.|ID\.134|maria/);
  });

  it.each([
    [{ billable: true, pricing_model: 'PMP', type: 'regular', category: 'authentication' }, 'authentication'],
    [{ billable: true, pricing_model: 'CBP', category: 'authentication' }, 'authentication'],
    [{ pricing_model: 'PMP', type: 'regular', category: 'utility' }, 'utility'],
    [{ billable: false, pricing_model: 'PMP', category: 'authentication' }, 'free'],
    [{ pricing_model: 'PMP', type: 'free_entry_point', category: 'marketing' }, 'free'],
    [{ billable: true, category: 'not a category' }, undefined],
    [{ billable: true, category: 'free' }, undefined],
    [null, undefined],
  ])('with the pricing %j costs %s', (pricing, cost) => {
    const rest = { statuses: [{ id: 'wamid.1', status: 'delivered', pricing }] };
    const { statuses } = parse(batch([change([], META.settings.phone_number_id, rest)]));
    expect(statuses[0]?.cost).toBe(cost);
  });

  it.each(['deleted', 'warning', 'constructor', ''])('that says %s changes nothing', (theirs) => {
    expect(parse(status('wamid.1', theirs)).statuses).toEqual([]);
  });

  it('tells of many messages at once, and each device only of its own', () => {
    const mixed = batch(
      [
        change([
          { id: 'wamid.1', status: 'sent' },
          { id: 'wamid.1', status: 'delivered' },
        ]),
        change([{ id: 'wamid.2', status: 'delivered' }], '299999999999999'),
      ],
      [
        { field: 'phone_number_quality_update', value: { event: 'FLAGGED' } },
        change([{ id: 'wamid.3', status: 'read', reference: 'otp_3' }]),
        change([], META.settings.phone_number_id, { statuses: undefined, messages: [{ id: 'wamid.IN' }] }),
      ],
    );
    expect(parse(mixed).statuses).toEqual([
      told('wamid.1', 'sent'),
      told('wamid.1', 'delivered'),
      told('wamid.3', 'delivered', 'otp_3'),
    ]);
  });

  it('loses no status for the sake of another that cannot be read', () => {
    const rest = { statuses: [null, 17, { id: 17, status: 'sent' }, { id: 'wamid.1', status: 'sent' }] };
    expect(parse(batch([change([], META.settings.phone_number_id, rest)])).statuses).toEqual([
      told('wamid.1', 'sent'),
    ]);
  });

  it('gives the reason of a failure with its number, without phone or code', () => {
    const errors = [{ code: 131026, title: 'Message undeliverable', error_data: { details: `to ${PHONE}` } }];
    const { statuses, health } = parse(status('wamid.1', 'failed', { errors }));
    expect(statuses).toEqual([
      told('wamid.1', 'failed', null, 'Message undeliverable: to **** (131026)', 'not_on_whatsapp'),
    ]);
    expect(health).toBeUndefined();
  });

  it.each([
    [131048, 'restricted', 'device_restricted'],
    [131031, 'unusable', 'device_restricted'],
    [190, 'unusable', 'device_unavailable'],
  ])('tells of the account when a message fails with %d', (code, fault, failureReason) => {
    const errors = [{ code, title: 'Account' }];
    const { statuses, health } = parse(status('wamid.1', 'failed', { errors }));
    expect(statuses).toMatchObject([{ failureReason }]);
    expect(health).toEqual({
      connection: 'unclear',
      detail: `Account (${code})`,
      fault,
    });
  });

  it('that comes late tells of its message, and not of the account', () => {
    const errors = [{ code: 131048, title: 'Account' }];
    const late = String(Math.floor(Date.now() / 1000) - 3600);
    for (const timestamp of [late, 'x']) {
      const { statuses, health } = parse(status('wamid.1', 'failed', { errors, timestamp }));
      expect(statuses).toMatchObject([{ failureReason: 'device_restricted' }]);
      expect(health).toBeUndefined();
    }
  });

  it.each(['[]', '{}', '{"object":"page","entry":[]}', '{"object":"whatsapp_business_account"}'])(
    'is not %s',
    (body) => {
      expect(() => parse({ headers: {}, body })).toThrow(
        expect.objectContaining({ code: 'callback_invalid' }) as Error,
      );
    },
  );

  it('is JSON', () => {
    expect(() => parse({ headers: {}, body: '{' })).toThrow(
      expect.objectContaining({ code: 'malformed_json' }) as Error,
    );
  });
});

describe('the handshake with Meta', () => {
  const ask = (query: Record<string, string>, keys: Partial<CallbackKeys> = {}) =>
    metaDriver.handshake(query, { ...KEYS, ...keys });
  const ASKED = {
    'hub.mode': 'subscribe',
    'hub.verify_token': 'verify-token-of-ours',
    'hub.challenge': '1158201444',
  };

  it('gives the challenge back to whoever knows the device’s verify token', () => {
    expect(ask(ASKED)).toBe('1158201444');
  });

  it('gives nothing to anybody else', () => {
    expect(ask({ ...ASKED, 'hub.verify_token': 'another' })).toBeUndefined();
    expect(ask({ ...ASKED, 'hub.mode': 'unsubscribe' })).toBeUndefined();
    expect(ask({})).toBeUndefined();
    expect(ask({ ...ASKED, 'hub.verify_token': '' }, { urlKeys: [] })).toBeUndefined();
  });
});

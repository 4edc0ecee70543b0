import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isAuthentic, isSigned, isSigningSecret } from './standard-webhook.rules.js';

// The vector of the Standard Webhooks reference libraries.
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  at: new Date(1614265330 * 1000),
  delivery: {
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    rawBody: Buffer.from('{"test": 2432232314}'),
  },
};

const NOW = new Date('2026-01-31T06:00:00Z');
const SECRET = 'a-plain-secret-of-ours-1';
const BODY = '{"event":"message.status","payload":{"id":"x","status":"sent","error":null}}';

function signed(at = NOW, secret = SECRET, body = BODY) {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = new Webhook(secret, { format: 'raw' }).sign('msg_1', at, body);
  const headers: Record<string, string> = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
  };
  return { headers, rawBody: Buffer.from(body) };
}

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const holds = (delivery = signed(), secrets = [SECRET], now = NOW, tolerance = 300) =>
  isAuthentic(delivery, secrets, now, tolerance);

describe('a signature', () => {
  it('holds for the reference vector', () => {
    expect(isAuthentic(VECTOR.delivery, [VECTOR.secret], VECTOR.at, 300)).toBe(true);
  });

  it('holds with a plain secret, and with either of two', () => {
    expect(holds()).toBe(true);
    expect(holds(signed(), ['another-secret-000', SECRET])).toBe(true);
    expect(holds(signed(), [SECRET, 'another-secret-000'])).toBe(true);
    expect(holds(signed(), ['another-secret-000', 'a-third-secret-000'])).toBe(false);
    expect(holds(signed(), [])).toBe(false);
  });

  it('may be one of several, of which unknown versions are passed over', () => {
    const delivery = signed();
    const genuine = delivery.headers['webhook-signature'] ?? '';
    delivery.headers['webhook-signature'] = `v1a,AAAA v1,AAAA ${genuine}`;
    expect(holds(delivery)).toBe(true);
    // As Supabase Auth writes two of them.
    delivery.headers['webhook-signature'] = `${genuine}, v1,AAAA`;
    expect(holds(delivery)).toBe(true);
    delivery.headers['webhook-signature'] = genuine.replace('v1,', 'v2,');
    expect(holds(delivery)).toBe(false);
  });

  it.each([
    [299, true],
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('that is %d s old holds: %s', (age, expected) => {
    expect(holds(signed(), [SECRET], later(age))).toBe(expected);
  });

  it('is as old as the setting allows, by our clock', () => {
    expect(holds(signed(), [SECRET], later(11), 10)).toBe(false);
    expect(holds(signed(), [SECRET], later(3000), 3600)).toBe(true);
  });
});

describe('a signature covers', () => {
  it('the bytes: re-serialised JSON is another body', () => {
    const delivery = signed();
    const rawBody = Buffer.from(JSON.stringify(JSON.parse(BODY), null, 1));
    expect(holds({ ...delivery, rawBody })).toBe(false);
  });

  it('id and timestamp', () => {
    for (const [name, value] of [
      ['webhook-id', 'msg_2'],
      ['webhook-timestamp', String(Math.floor(NOW.getTime() / 1000) + 1)],
    ] as const) {
      const delivery = signed();
      delivery.headers[name] = value;
      expect(holds(delivery)).toBe(false);
    }
  });
});

describe('a signature is refused', () => {
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without the header %s', (name) => {
    const delivery = signed();
    delete delivery.headers[name];
    expect(holds(delivery)).toBe(false);
    expect(isSigned(delivery)).toBe(true);
    expect(holds({ ...delivery, headers: { ...delivery.headers, [name]: '' } })).toBe(false);
  });

  it.each(['NaN', '1e9', '-1', ' 1769839200', '1769839200.5', '1769839200abc', '9'.repeat(40)])(
    'with the timestamp %j',
    (timestamp) => {
      const delivery = signed();
      delivery.headers['webhook-timestamp'] = timestamp;
      expect(holds(delivery)).toBe(false);
    },
  );
});

it('a callback without any of the three headers is unsigned', () => {
  expect(isSigned({ headers: { 'content-type': 'application/json' } })).toBe(false);
});

it('a secret is base64 after whsec_, and anything else as it is', () => {
  expect(isSigningSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(true);
  expect(isSigningSecret('whsec_not*base64')).toBe(false);
  expect(isSigningSecret('not*base64')).toBe(true);
});

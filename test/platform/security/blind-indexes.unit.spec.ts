import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MailLimit } from '../../../src/auth/mail-limit.js';
import type { Config } from '../../../src/config/index.js';
import { Fingerprints } from '../../../src/otp/fingerprints.js';
import { RecipientLimits, WrongCodes } from '../../../src/otp/recipient-limits.js';
import type { Limits } from '../../../src/platform/limits/index.js';
import { MemoryLimiter } from '../../../src/platform/limits/memory-limiter.js';
import type { DataKeys } from '../../../src/platform/security/data-keys.rules.js';
import { Phone } from '../../../src/platform/text/phone.rules.js';

const ROOT = join(import.meta.dirname, '../../..');
const OWN = 'test/platform/security/blind-indexes.unit.spec.ts';
const KEYS = 'src/platform/security/data-key.rules.unit.spec.ts';
const ROTATION = 'test/otp/data-key-rotation.e2e.spec.ts';

/** Who makes a fingerprint of what, and the test that it is found under both keys: a part of its title. */
const USES: Record<string, [title: string, file?: string]> = {
  'auth/login-throttle index.all': ['an address that a login came from is known'],
  'auth/login-throttle index.shared': ['counted under the older', KEYS],
  'auth/mail-limit index.all': ['mails to a mailbox', OWN],
  // Stored, and shown.
  'auth/second-factor/recovery-codes index.of': ['and a recovery code let their owner in'],
  'auth/second-factor/recovery-codes index.all': ['and a recovery code let their owner in'],
  'fraud/fraud-guard marks.of': ['a block against fraud holds'],
  'fraud/fraud-guard marks.listed': ['a number on a list stays blocked'],
  'fraud/fraud-judge marks.account': ['a block against fraud holds'],
  'fraud/fraud-lists marks.listed': ['is moved without a second entry'],
  'fraud/fraud-marks index.all': ['sends before and after count together against fraud'],
  'gateway/callback-url-keys index.of': ['a gateway may call back at the address that it has'],
  'gateway/callback-url-keys index.all': ['a gateway may call back at the address that it has'],
  'history/message-search fingerprints.recipient': ['messages are found by their phone'],
  'otp/fingerprints recipients.all': ['messages are found by their phone'],
  'otp/fingerprints codes.all': ['a duplicate stays one'],
  'otp/fingerprints verifications.all': ['a verification gets a new code and is approved'],
  'otp/fingerprints inboundTexts.all': ['a text of the user approves a verification'],
  'otp/inbound/inbound-endings fingerprints.inboundText': ['a text of the user approves a verification'],
  'otp/inbound/inbound-endings fingerprints.recipient': ['a text of the user approves a verification'],
  'otp/inbound/inbound-verifications fingerprints.recipient': ['a text of the user approves a verification'],
  'otp/inbound/inbound-verifications fingerprints.inboundText': [
    'a text of the user approves a verification',
  ],
  'otp/otp-check fingerprints.code': ['a code that was sent is checked, once'],
  'otp/otp-check fingerprints.recipient': ['a code that was sent is checked, once'],
  'otp/otp.service fingerprints.recipient': ['a restriction holds'],
  'otp/otp.service fingerprints.code': ['a duplicate stays one'],
  'otp/verifications/code-sender fingerprints.verificationCode': ['a verification gets a new code'],
  'otp/verifications/verification-checks fingerprints.verificationCode': ['a verification gets a new code'],
  'otp/verifications/verification-checks fingerprints.recipient': ['a verification of a magic number'],
  'otp/verifications/verifications.service fingerprints.recipient': ['a verification gets a new code'],
  'platform/idempotency/idempotency keys.all': ['is answered again for its Idempotency-Key'],
  'platform/idempotency/idempotency bodies.all': ['another one is refused under it'],
  'privacy/privacy-requests fingerprints.recipient': ['an erasure finds messages, list entries'],
  'privacy/privacy-requests marks.listed': ['an erasure finds messages, list entries'],
  'privacy/records/listed-numbers recipients.all': ['an erasure that was asked for before'],
};

describe('fingerprints while DATA_KEY changes', () => {
  it('each use of them has a test', () => {
    const uses = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.unit.spec.ts'))
      .flatMap((path) => usesIn(readFileSync(join(ROOT, 'src', path), 'utf8'), path.replace(/\.ts$/, '')));
    expect([...new Set(uses)].sort()).toEqual(Object.keys(USES).sort());
    for (const [use, [title, file = ROTATION]] of Object.entries(USES))
      expect(readFileSync(join(ROOT, file), 'utf8'), use).toContain(title);
  });

  const [old, fresh] = [1, 2].map((number) => ({ number, text: randomBytes(36).toString('base64') }));
  if (!old || !fresh) throw new Error('no keys');
  /** As instances have them one after the other, and beside each other. */
  const orders: DataKeys[][] = [
    [[old], [old, fresh], [fresh, old]],
    [
      [fresh, old],
      [old, fresh],
      [fresh, old],
    ],
    [
      [fresh, old],
      [fresh, old],
      [old, fresh],
    ],
  ];
  const phone = Phone.parse('081234567890') as Phone;
  const recipientUnder = (dataKeys: DataKeys) => new Fingerprints({ dataKeys } as Config).recipient(phone);
  const live = { userId: 1, mode: 'live', standing: 'paying' } as const;

  it.each(orders)('limits of a phone count under both: %#', async (...keys) => {
    const config = {
      ...{ RECIPIENT_ATTEMPTS_MAX: 2, RECIPIENT_WINDOW_SECONDS: 60, RECIPIENT_HOURLY_MAX: 9 },
      WRONG_CODES_HOURLY_MAX: 2,
    } as Config;
    const ofAccount = new RecipientLimits(sharedLimits(), config);
    const ofAll = new RecipientLimits(sharedLimits(), { ...config, RECIPIENT_HOURLY_MAX: 2 } as Config);
    const wrongCodes = new WrongCodes(sharedLimits(), config);
    const wrong = (recipient: ReturnType<typeof recipientUnder>) =>
      wrongCodes.count(
        live,
        recipient,
        () => Promise.resolve(),
        () => true,
      );
    const uses = keys
      .map(recipientUnder)
      .map((recipient, nth) => [
        () => ofAccount.attempt(live, recipient),
        () => ofAll.attempt({ ...live, userId: nth }, recipient),
        () => wrong(recipient),
      ]);
    for (const use of uses.slice(0, 2).flat()) await use();
    for (const use of uses[2] ?? [])
      await expect(use()).rejects.toMatchObject({ code: expect.stringMatching(/_limited$/) });
  });

  it.each(orders)('mails to a mailbox count under both: %#', async (...keys) => {
    const limits = sharedLimits();
    const allowed: boolean[] = [];
    for (const [id, dataKeys] of keys.entries()) {
      const use = await new MailLimit(limits, dataKeys, 'reset', 2).consume({
        id,
        email: 'budi@example.test',
      });
      allowed.push(use.allowed);
    }
    expect(allowed).toEqual([true, true, false]);
  });
});

/** `path field.method` of each call on a field of these types. */
function usesIn(text: string, path: string): string[] {
  const fields = [...text.matchAll(/(\w+): (?:BlindIndex|Fingerprints|FraudMarks)\b/g)].map(
    ([, name]) => name,
  );
  if (fields.length === 0) return [];
  const methods = 'of|all|shared|recipient|code|verificationCode|inboundText|listed|account';
  const calls = text.matchAll(new RegExp(`\\b((?:${fields.join('|')})\\.(?:${methods}))\\(`, 'g'));
  return [...calls].map(([, call]) => `${path} ${call}`);
}

/** As Redis counts for all instances. */
function sharedLimits(): Limits {
  const known = new Map<string, MemoryLimiter>();
  const limiter = (name: string, points: number, windowSeconds: number) => {
    const one = known.get(name) ?? new MemoryLimiter({ points, windowSeconds });
    known.set(name, one);
    return one;
  };
  return { limiter } as unknown as Limits;
}

import { randomDigits } from '../../src/platform/ids/random.js';
import type { SliceResult } from '../load/slice.js';
import type { Target } from './servers.js';
import { UntrustedError } from './untrusted.js';

/** Phones that no load uses: those are `0812…`. */
const newPhone = () => `62813${randomDigits(8)}`;

/**
 * Checks before the measurement that a server works: it accepts a send but not a duplicate, and rejects an invalid key,
 * phone and code. Returns the number of accepted sends by status, for the books. Fails with {@link UntrustedError}.
 */
export async function prove({ title, service, keys: [key = ''] }: Target): Promise<SliceResult['statuses']> {
  const body = { phone: newPhone(), otp_code: '123456', company_name: 'Toko Bench' };
  const cases: [what: string, expected: number[], key: string, body: object][] = [
    ['a send', [200], key, body],
    ['the same again', [409], key, body],
    ['the same to another phone', [200], key, { ...body, phone: newPhone() }],
    ['a wrong key', [401], `${key}x`, body],
    ['a phone of elsewhere', [400, 422], key, { ...body, phone: '4915112345678' }],
    ['a code of letters', [400, 422], key, { ...body, otp_code: 'abcdef' }],
    ['no company', [400, 422], key, { ...body, company_name: undefined }],
  ];
  for (const [what, expected, bearer, sent] of cases) {
    const { status } = await fetch(`${service.url}/api/otp/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    if (!expected.includes(status)) throw new UntrustedError(`${title} answered ${what} with ${status}`);
  }
  return { '200': cases.filter(([, [status]]) => status === 200).length };
}

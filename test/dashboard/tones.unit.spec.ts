import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATE_TONES, TONES } from '../../dashboard/src/components/tones.js';

const SOURCES = join(import.meta.dirname, '../../dashboard/src');

/** What the API's closed lists are about where they tell no state: kinds, causes and choices. */
const NO_STATES = new Set([
  ...[
    'account',
    'action',
    'active',
    'admin_role',
    'actor_kind',
    'allowance',
    'button',
    'by',
    'cause',
    'channel',
    'code',
    'currency',
    'direction',
    'driver',
  ],
  ...[
    'disabled_reason',
    'email_verification',
    'engine',
    'event',
    'factor',
    'include',
    'language',
    'method',
    'mode',
  ],
  ...[
    'cap',
    'group_by',
    'key_refusal',
    'last',
    'last_refusal',
    'list',
    'provider',
    'reason',
    'registration',
    'role',
    'rule',
    'sort',
    'subject',
    'type',
    'window',
  ],
]);
/** Kinds of ledger entries, of requests about privacy, and of causes; states of accounts, which a sentence tells. */
const KINDS = [
  ['adjustment', 'charge', 'refund', 'topup'],
  ['access', 'erasure', 'restriction'],
  ['account', 'gateway', 'webhook'],
  ['closed', 'erased', 'open', 'requested'],
].map(String);

/** Every closed list of the API's types that may tell a state, such as `status: sent, failed`. */
function statesOfTheApi(): [name: string, values: string[]][] {
  const types = readFileSync(join(SOURCES, 'api/schema.d.ts'), 'utf8');
  const found = new Map<string, [string, string[]]>();
  for (const [, name = '', union = ''] of types.matchAll(/^\s+(\w+)\??: ((?:"[\w.]+"(?: \| )?)+)/gm)) {
    const values = [...union.matchAll(/"([\w.]+)"/g)].map(([, value = '']) => value).sort();
    if (!NO_STATES.has(name)) found.set(`${name}: ${values.join(', ')}`, [name, values]);
  }
  return [...found.values()].filter(([, values]) => !KINDS.includes(values.join()));
}

describe('the colour language', () => {
  const known = Object.values(STATE_TONES).map((tones) => Object.keys(tones));

  it.each(statesOfTheApi())('has a tone for every %s of the API: %j', (_, values) => {
    expect(known.some((states) => values.every((value) => states.includes(value)))).toBe(true);
  });

  it('is amber for what is not settled yet, and for nothing that is', () => {
    const { pending, sent, delivered, failed } = STATE_TONES.message;
    expect([pending, sent].map((tone) => TONES[tone])).toEqual(['yellow', 'yellow']);
    expect([delivered, failed].map((tone) => TONES[tone])).toEqual(['teal', 'red']);
  });

  it('is asked of what the API really says', () => {
    expect(statesOfTheApi().length).toBeGreaterThan(10);
  });

  it('is spoken by all pages: none names a colour of its own', () => {
    const own = new RegExp(
      `['"\`](${[...Object.values(TONES), 'blue', 'green', 'grape', 'indigo', 'violet', 'cyan', 'lime', 'pink'].filter((colour) => colour !== 'gray').join('|')})(\\.\\d)?['"\`]`,
    );
    const pages = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !/(^theme|^components\/tones|\.spec)/.test(name),
    );
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.filter((name) => own.test(readFileSync(join(SOURCES, name), 'utf8')))).toEqual([]);
  });
});

import { expect } from 'vitest';
import type { Simulator } from '../../simulator/gateway.js';
import type { OutcomeStatus } from '../../src/otp/status.rules.js';
import { firstDataKey } from '../../src/platform/security/data-keys.rules.js';
import { BlindIndex } from '../../src/platform/security/hashing.js';
import { readRows, type Rows, withDatabase } from '../faults/database-rows.js';
import type { Evidence } from '../faults/evidence.js';
import type { ClientRequest } from '../faults/requests.js';
import type { Fleet } from '../instances/fleet.js';

/** As the built services of the tests have it. */
const DATA_KEY = 'test-data-key-Zs6hYd3Gf9Ju1Ke7Ma0Vt';
const recipients = new BlindIndex(firstDataKey(DATA_KEY), 'recipient');

/** What the clients, the gateway and one node's database say, once nothing is under way any more. */
export function evidenceOf(requests: readonly ClientRequest[], gateway: Simulator, rows: Rows): Evidence {
  return {
    requests,
    accepted: gateway.accepted,
    repeats: gateway.requests.replayed,
    reported: reported(gateway),
    rows,
    remains: rows.remains,
    indexOf: (phone) => recipients.of(phone),
    final: true,
  };
}

export const rowsAt = (databaseUrl: string): Promise<Rows> => withDatabase(databaseUrl, readRows);

/** The books hold, and every node has the same ones. */
export async function expectSameBooks(fleet: Fleet, urls: readonly string[]): Promise<void> {
  const [first = '', ...others] = urls;
  const content = await contentAt(first);
  for (const url of others) expect(await contentAt(url)).toEqual(content);
  for (const url of urls) expect(await fleet.breaches(url)).toEqual([]);
}

/** All money and messages, to compare with another node's. */
function contentAt(databaseUrl: string): Promise<unknown> {
  const tables = [
    'messages',
    'credit_entries',
    'credit_balances',
    'message_counters',
    'idempotency_keys',
    'verifications',
  ];
  return withDatabase(databaseUrl, async (source) => {
    const content: Record<string, unknown> = {};
    for (const table of tables)
      content[table] = await source.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`);
    return content;
  });
}

/** What the gateway gave up on while a service had no database, it reports once more. */
export async function reportAgain(gateway: Simulator): Promise<void> {
  for (const { id, status, error, callbacks } of gateway.accepted) {
    const own = callbacks.filter((callback) => callback.status === status);
    if (own.length > 0 && !own.some(({ answered }) => isTaken(answered)))
      await gateway.callback(id, status, error);
  }
}

function reported(gateway: Simulator): Map<string, OutcomeStatus[]> {
  return new Map(
    gateway.accepted.map(({ id, callbacks }) => [
      id,
      callbacks.filter(({ answered }) => isTaken(answered)).map(({ status }) => status),
    ]),
  );
}

const isTaken = (answered: number | null) => answered !== null && answered >= 200 && answered < 300;

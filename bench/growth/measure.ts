import type { Connection, RowDataPacket } from 'mysql2/promise';
import { median } from '../figures/percentile.js';
import { type Probe, PROBES, type Subject } from './probes.js';

const WARM_UP_ROUNDS = 5;
const ASKED_TIMES = 20;

export interface Measured {
  probe: Probe;
  small: number;
  large: number;
}

/** What is measured of a request, and how the values of many requests are summarised. */
export interface Measure {
  title: string;
  take: (probe: Probe, subject: Subject) => Promise<number>;
  of: (values: number[]) => number;
  digits: number;
  /** A difference up to this counts as none. */
  slack: number;
}

/** Measures both databases in turns and in alternating order, so that changes of the machine's speed affect both. */
export async function measure(
  small: Subject,
  large: Subject,
  rounds: number,
  { take, of }: Measure,
): Promise<Measured[]> {
  const values = new Map(PROBES.map((probe) => [probe, { small: [] as number[], large: [] as number[] }]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [probe, found] of values) {
      const smallFirst = round % 2 === 0;
      const first = await take(probe, smallFirst ? small : large);
      const second = await take(probe, smallFirst ? large : small);
      if (round < 0) continue;
      found.small.push(smallFirst ? first : second);
      found.large.push(smallFirst ? second : first);
    }
  }
  return [...values].map(([probe, found]) => ({ probe, small: of(found.small), large: of(found.large) }));
}

export const TIMES: Measure = { title: 'median, ms', take: timeOf, of: median, digits: 2, slack: 0 };

/**
 * Counts the rows that the whole server reads during a request. Uses the minimum of several requests, since the
 * services also read rows in the background. Unlike times, it does not depend on other load of the machine.
 */
export async function rowsAt(server: Connection): Promise<Measure> {
  const count = async () => {
    const [rows] = await server.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Handler_read%'");
    return rows.reduce((sum, row) => sum + Number(row['Value']), 0);
  };
  // The query for the count reads rows too: their number is subtracted.
  const asked: number[] = [];
  for (let time = 0; time < ASKED_TIMES; time++) asked.push(-(await count()) + (await count()));
  const asking = Math.min(...asked);
  return {
    title: 'rows read',
    async take(probe, subject) {
      const before = await count();
      await timeOf(probe, subject);
      return (await count()) - before - asking;
    },
    of: (values) => Math.min(...values),
    digits: 0,
    slack: 50,
  };
}

async function timeOf({ name, request }: Probe, subject: Subject): Promise<number> {
  const { path, token, body } = request(subject);
  const startMs = performance.now();
  const response = await fetch(subject.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  const elapsedMs = performance.now() - startMs;
  if (response.status !== 200)
    throw new Error(`${name} was answered ${response.status}: ${text.slice(0, 300)}`);
  return elapsedMs;
}

import type { DriverOutcome, Health } from '../../driver.js';
import { type Answer, isMessageId, jsonObject, refusedHere, refusedRequest } from '../reading.js';

/** Fonnte's answers: HTTP 200 whatever they say. Texts are the gateway's, not yet scrubbed. */

const WRONG_TOKEN = /token invalid/i;

/** Refusals by what their reason contains, the first that fits. */
const REFUSALS: readonly [RegExp, (reason: string) => DriverOutcome][] = [
  [/disconnected device/i, (reason) => refusedHere(reason, 'unreachable')],
  [WRONG_TOKEN, (reason) => refusedHere(reason, 'unusable')],
  [/insufficient quota|package expired/i, (reason) => refusedHere(reason, 'unusable')],
  [/target invalid|input invalid/i, refusedRequest],
];

export function readFonnteSend({ status, body }: Answer): DriverOutcome {
  const answer = jsonObject(body);
  const isTaken = statusIn(answer);
  const [id] = [answer['id']].flat().map(textOf);
  if (status === 200 && isTaken === true && isMessageId(id)) return { kind: 'accepted', id };
  const reason = reasonIn(answer);
  const [, refused] = REFUSALS.find(([words]) => words.test(reason)) ?? [];
  if (isTaken === false && refused) return refused(reason);
  return { kind: 'unknown', reason: `the gateway answered ${status}: ${reason}` };
}

export function readFonnteHealth({ status, body }: Answer): Health {
  const answer = jsonObject(body);
  const isTold = statusIn(answer);
  const verdict = verdictOf(answer['device_status']);
  if (isTold === true && verdict) return { verdict, detail: null };
  const reason = reasonIn(answer);
  if (isTold === false && WRONG_TOKEN.test(reason))
    return { verdict: 'disconnected', detail: reason, fault: 'unusable' };
  return { verdict: 'unclear', detail: `the gateway answered ${status}: ${reason}` };
}

/** What a phone's connection is called, in answers and in events. */
export function verdictOf(word: unknown): 'connected' | 'disconnected' | undefined {
  const said = typeof word === 'string' ? word.toLowerCase() : '';
  return said === 'connect' ? 'connected' : said === 'disconnect' ? 'disconnected' : undefined;
}

/** Ids are texts; a number would be the same one. */
export function textOf(id: unknown): string | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' ? id : undefined;
}

/** Written with a capital in places. */
const statusIn = (answer: Record<string, unknown>): unknown => answer['status'] ?? answer['Status'];

const reasonIn = ({ reason }: Record<string, unknown>): string =>
  typeof reason === 'string' ? reason : 'no reason';

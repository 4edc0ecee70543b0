import type { CallbackDevice, DriverOutcome, Health } from '../../driver.js';
import {
  type Answer,
  isMessageId,
  isSuccess,
  jsonObject,
  membersOf,
  refusedHere,
  refusedRequest,
} from '../reading.js';
import { statusOf } from '../status-map.rules.js';

/** Wablas's answers: nobody tells their HTTP status, so only words count. They are the gateway's, not yet scrubbed. */

const WRONG_TOKEN = /token|secret/i;

/** Refusals by what their message contains, the first that fits. */
const REFUSALS: readonly [RegExp, (reason: string) => DriverOutcome][] = [
  [/disconnected/i, (reason) => refusedHere(reason, 'unreachable')],
  [WRONG_TOKEN, (reason) => refusedHere(reason, 'unusable')],
  [/expired|quota/i, (reason) => refusedHere(reason, 'unusable')],
  [/phone/i, refusedRequest],
];

/** `data` may be an array, and `messages` one object. A message may have been rejected in its queue already. */
export function readWablasSend({ status, body }: Answer, device: CallbackDevice): DriverOutcome {
  const answer = jsonObject(body);
  const isTaken = answer['status'];
  const [entry] = [answer['data']].flat();
  const [taken] = [membersOf(entry)['messages']].flat();
  const { id, status: reached } = membersOf(taken);
  if (isSuccess(status) && isTaken === true && isMessageId(id))
    return statusOf([reached], device) === 'failed'
      ? { kind: 'unknown', id, reason: `the gateway reported ${String(reached)}` }
      : { kind: 'accepted', id };
  const reason = wordsIn(answer);
  const [, refused] = REFUSALS.find(([words]) => words.test(reason)) ?? [];
  if (isTaken === false && refused) return refused(reason);
  return { kind: 'unknown', reason: `the gateway answered ${status}: ${reason}` };
}

export function readWablasHealth({ status, body }: Answer): Health {
  const answer = jsonObject(body);
  const [entry] = [answer['data']].flat();
  const health = healthIn(membersOf(entry)['status']);
  if (health) return health;
  const words = wordsIn(answer);
  if (answer['status'] === false && WRONG_TOKEN.test(words))
    return { verdict: 'disconnected', detail: words, fault: 'unusable' };
  return { verdict: 'unclear', detail: `the gateway answered ${status}: ${words}` };
}

/** What a phone's connection is called, in answers and in events. */
export function healthIn(word: unknown): Health | undefined {
  const said = typeof word === 'string' ? word.toLowerCase() : '';
  return said === 'connected' || said === 'disconnected' ? { verdict: said, detail: null } : undefined;
}

const wordsIn = ({ message }: Record<string, unknown>): string =>
  typeof message === 'string' ? message : 'no reason';

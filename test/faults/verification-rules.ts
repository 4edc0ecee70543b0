import type { VerificationRow } from './database-rows.js';
import type { Evidence } from './evidence.js';
import {
  type CheckRequest,
  type ClientRequest,
  isFinal,
  isSuccess,
  standingsOf,
  verificationIdOf,
} from './requests.js';
import { codeIn } from './verifications.js';

/** What no crash and no fault may break of verifications; their money is that of all messages. */
export const VERIFICATION_RULES = {
  /** Who was told of a verification has it: after a 201, and where nobody knows whether its code arrived. */
  *verification_lost({ requests, rows }: Evidence) {
    const rowOf = rowsById(rows.verifications);
    for (const request of requests) {
      if (request.kind !== 'send' || !request.isVerification) continue;
      const id = verificationIdOf(request);
      if (id !== undefined && !rowOf.has(id)) yield `${id} was told to ${request.phone} and is not there`;
    }
  },
  /** One login comes of a code, whoever asks, however often and wherever. */
  *approved_twice({ requests }: Evidence) {
    for (const [id, checks] of checksById(requests)) {
      const approved = checks.filter((check) => standingsOf(check).includes('approved'));
      const told = approved.flatMap(({ answers }) => answers.filter(isFreshApproval));
      if (approved.length > 1 || told.length > 1)
        yield `${id}: approved to ${approved.length} requests, ${told.length} times anew`;
    }
  },
  /** Approved is what the gateway was given, and no guess. */
  *approved_a_guess({ requests, accepted }: Evidence) {
    for (const [id, checks] of checksById(requests))
      for (const check of checks) {
        if (!standingsOf(check).includes('approved')) continue;
        const sent = accepted.filter(({ to }) => to === check.phone).map(codeIn);
        if (!sent.includes(check.code)) yield `${id}: ${check.code} was never sent to ${check.phone}`;
      }
  },
  /** What was told of an ending is kept, and only one is; guesses and new codes that were answered are counted. */
  *ending_lost({ requests, rows }: Evidence) {
    const rowOf = rowsById(rows.verifications);
    for (const request of requests) {
      if (request.kind !== 'check' && request.kind !== 'cancel') continue;
      const status = rowOf.get(request.verification)?.status;
      for (const ending of ['approved', 'cancelled', 'failed'] as const)
        if (standingsOf(request).includes(ending) && status !== ending)
          yield `${request.verification} was told ${ending} and is ${status}`;
    }
  },
  *guess_not_counted({ requests, rows }: Evidence) {
    const rowOf = rowsById(rows.verifications);
    for (const [id, checks] of checksById(requests)) {
      const guesses = checks.filter((check) => standingsOf(check).includes('pending')).length;
      const spent = TRIES - (rowOf.get(id)?.attemptsLeft ?? TRIES);
      if (spent < guesses) yield `${id}: ${guesses} guesses were answered, ${spent} are counted`;
    }
  },
  *new_code_not_counted({ requests, rows }: Evidence) {
    const rowOf = rowsById(rows.verifications);
    for (const request of requests) {
      if (request.kind !== 'resend' || !request.answers.some(({ status }) => isSuccess(status))) continue;
      const id = verificationIdOf(request) ?? '';
      if ((rowOf.get(id)?.resends ?? 0) < 1) yield `${id}: a new code was answered and is not counted`;
    }
  },
  /** A new code that went nowhere takes no place: the present one arrived, where any did. */
  *good_code_lost({ requests, rows, accepted, final }: Evidence) {
    if (!final) return;
    const rowOf = rowsById(rows.verifications);
    for (const request of requests) {
      if (request.kind !== 'send' || !request.isVerification) continue;
      const row = rowOf.get(verificationIdOf(request) ?? '');
      const arrived = accepted.filter(({ to }) => to === request.phone).map(({ reference }) => reference);
      if (row?.status === 'pending' && arrived.length > 0 && !arrived.includes(row.newest ?? ''))
        yield `${row.reference}: ${arrived.join(', ')} arrived, and ${row.newest} counts`;
    }
  },
  /** Its webhook hears of one ending at most, and of the right one. */
  *ended_twice({ rows }: Evidence) {
    for (const { reference, status, events } of rows.verifications)
      if (events > (status === 'pending' || status === 'cancelled' ? 0 : 1))
        yield `${reference} is ${status} and has ${events} events`;
  },
  /** A code that is good still is approved; and where all who showed the right one were answered, one was told so. */
  *right_code_refused({ requests, rows, final }: Evidence) {
    if (!final) return;
    const rowOf = rowsById(rows.verifications);
    for (const [id, checks] of checksById(requests)) {
      const isTold = checks.some((check) => standingsOf(check).includes('approved'));
      const last = checks.find(({ mustApprove, answers }) => mustApprove && answers.some(isFinal));
      if (last && !isTold && rowOf.get(id)?.status !== 'expired') yield `${id}: ${last.answers[0]?.text}`;
      const isHeard = checks.every(({ key, answers }) => key !== null && answers.some(isFinal));
      if (isHeard && !isTold && rowOf.get(id)?.status === 'approved') yield `${id} was approved to nobody`;
    }
  },
};

/** As verifications have them that ask for no other number. */
const TRIES = 5;

const rowsById = (rows: readonly VerificationRow[]) => new Map(rows.map((row) => [row.reference, row]));

function checksById(requests: readonly ClientRequest[]): Map<string, CheckRequest[]> {
  const found = new Map<string, CheckRequest[]>();
  for (const request of requests)
    if (request.kind === 'check')
      found.set(request.verification, [...(found.get(request.verification) ?? []), request]);
  return found;
}

const isFreshApproval = ({ status, replayed, text }: CheckRequest['answers'][number]) =>
  status === 200 &&
  !replayed &&
  (JSON.parse(text) as { data: { status: string } }).data.status === 'approved';

import type { Accepted } from '../../simulator/gateway.js';
import { RANK } from '../../src/otp/status.rules.js';
import type { MessageRow } from './database-rows.js';
import type { Evidence } from './evidence.js';
import {
  type Answer,
  type ClientRequest,
  isFinal,
  isSuccess,
  messageIdOf,
  type SendRequest,
  verificationIdOf,
} from './requests.js';
import { VERIFICATION_RULES } from './verification-rules.js';

/** A rule that no crash and no fault may break; it yields what breaks it. */
type Rule = (evidence: Indexed) => Iterable<string>;

interface Case {
  request: SendRequest;
  /** Messages that may be paid for: its own, and those of new codes that were asked for. */
  messagesMax: number;
  rows: MessageRow[];
  taken: Readonly<Accepted>[];
}

interface Indexed extends Evidence {
  /** Each send with its rows and what the gateway took of it. */
  cases: Case[];
  byReference: Map<string, MessageRow>;
  byGatewayId: Map<string, MessageRow>;
  acceptedByReference: Map<string, Readonly<Accepted>>;
}

export const RULES = {
  /** Whoever was answered 200 has a message that the gateway took and the books know. */
  *acknowledged_lost({ cases, byGatewayId }) {
    for (const { request, taken } of cases)
      for (const id of successesOf(request).map(messageIdOf)) {
        if (!taken.some((message) => message.id === id)) yield `${id} was never accepted by the gateway`;
        const row = byGatewayId.get(id);
        if (!row || row.status === 'pending') yield `${id} is ${row?.status ?? 'missing'} in the database`;
      }
  },
  /**
   * One request is paid for at most once, however often it was repeated; one message is charged once and refunded at
   * most once. (A repetition may try again after a 503 that was refunded.)
   */
  *charged_twice({ cases, rows }) {
    for (const { request, messagesMax, rows: own } of cases)
      if (own.filter(isPaid).length > messagesMax)
        yield `${own.length} messages for ${request.phone} (key ${request.key})`;
    for (const row of rows.messages)
      if (row.charges !== 1 || row.refunds > 1)
        yield `${row.reference}: ${row.charges} charges, ${row.refunds} refunds`;
  },
  /** The gateway is never given a message a second time. */
  *sent_twice({ cases, repeats }) {
    if (repeats > 0) yield `${repeats} references were sent again`;
    for (const { request, messagesMax, taken } of cases)
      if (taken.length > messagesMax)
        yield `${taken.length} messages out for ${request.phone} (key ${request.key})`;
  },
  /** What the gateway took, the books had written down before. */
  *sent_without_charge({ accepted, byReference }) {
    for (const { reference } of accepted) if (!byReference.has(reference)) yield `${reference} has no row`;
  },
  /** A refund says that the gateway did not take the message, or that it reported a failure. */
  *refunded_but_sent({ rows, acceptedByReference }) {
    for (const row of rows.messages) {
      const taken = acceptedByReference.get(row.reference);
      if (row.refunds > 0 && taken && taken.status !== 'failed')
        yield `${row.reference} is ${row.status} and refunded (${row.error}, ${JSON.stringify(row.refundedAt)}), the gateway says ${taken.status} (since ${taken.at})`;
    }
  },
  /** Who pays has had a message; who has not had one is refunded. */
  *paid_but_not_sent({ rows, acceptedByReference }) {
    for (const { reference, status, creditUsed } of rows.messages) {
      const isTaken = acceptedByReference.has(reference);
      if (!isTaken && (status === 'sent' || status === 'delivered'))
        yield `${reference} is ${status}, the gateway never took it`;
      if (status === 'failed' && creditUsed !== 0) yield `${reference} failed and was not refunded`;
    }
  },
  /** 502 says that nobody got the message. */
  *refused_but_sent({ cases }) {
    for (const { request, taken } of cases)
      if (answersOf(request, 502).length > 0 && taken.some(({ status }) => status !== 'failed'))
        yield `${request.phone} was answered 502, the gateway took it`;
  },
  /** A callback that was answered with 2xx is in the books. */
  *callback_lost({ reported, byGatewayId }) {
    for (const [id, statuses] of reported) {
      const row = byGatewayId.get(id);
      const highest = Math.max(...statuses.map((status) => RANK[status]));
      if (!row || RANK[row.status] < highest)
        yield `${id} is ${row?.status ?? 'unknown'} after ${statuses.join(', ')}`;
    }
  },
  /** Who was answered 201 has the inbound verification; its money is in the books. */
  *inbound_lost({ requests, rows }) {
    for (const request of requests) {
      const id = request.kind === 'inbound' ? verificationIdOf(request) : undefined;
      if (id !== undefined && !rows.inbound.includes(id)) yield `${id} has no row`;
    }
  },
  /** Nothing is left for the recovery to do. */
  *stuck({ remains, final }) {
    if (remains.pending > 0) yield `${remains.pending} messages are pending`;
    if (remains.waiting > 0) yield `${remains.waiting} callbacks wait for a message that is known`;
    if (final && remains.unanswered > 0) yield `${remains.unanswered} keys have no answer`;
  },
  /** A repetition is answered with the first answer, byte for byte. */
  *replay_differs({ requests }) {
    for (const { key, answers } of requests) {
      if (key === null) continue;
      const replays = answers.filter(({ replayed }) => replayed);
      const firm = answers.filter(
        ({ status, replayed }) => !replayed && (isSuccess(status) || status === 502),
      );
      const texts = new Set([...replays, ...firm].map(({ status, text }) => `${status} ${text}`));
      if (texts.size > 1) yield `${key}: ${[...texts].join(' / ')}`;
    }
  },
  /** Once all is over, every keyed request that was repeated has its answer. */
  *key_without_answer({ requests, final }) {
    if (!final) return;
    for (const { key, answers } of requests)
      if (key !== null && !answers.some(isFinal))
        yield `${key}: ${answers.map(({ status }) => status).join(', ') || 'nothing'}`;
  },
  /** A top-up that was answered 200 is in the ledger once; no top-up is there twice. */
  *topup_lost_or_doubled({ requests, rows }) {
    for (const request of requests) {
      if (request.kind !== 'topup') continue;
      const entries = rows.topUps.filter(({ note }) => note === request.note);
      const isAcknowledged = answersOf(request, 200).length > 0;
      if (entries.length > 1 || (isAcknowledged && entries.length === 0))
        yield `${request.note}: ${entries.length} entries${isAcknowledged ? ', answered 200' : ''}`;
      if (entries.some(({ userId, amount }) => userId !== request.userId || amount !== request.amount))
        yield `${request.note} is another amount or another account's`;
    }
  },
  /** Charges less refunds are the price of what the gateway took and did not call failed. */
  *charges_are_not_what_was_sent({ rows, acceptedByReference, final }) {
    if (!final) return;
    for (const { reference, status, charges, refunds } of rows.messages) {
      const taken = acceptedByReference.get(reference);
      const owed = taken && taken.status !== 'failed' ? 1 : 0;
      if (charges - refunds !== owed)
        yield `${reference} (${status}) was paid ${charges - refunds} times; at the gateway: ${told(taken)}`;
    }
  },
  /** The invariants of `npm run books`. */
  *books_broken({ rows }) {
    for (const { invariant, rows: broken } of rows.breaches)
      yield `${invariant}: ${JSON.stringify(broken[0])}`;
  },
  ...VERIFICATION_RULES,
} satisfies Record<string, Rule>;

export type FindingName = keyof typeof RULES;

export interface Finding {
  name: FindingName;
  detail: string;
}

/** What the three sides disagree about; empty when nothing was lost, doubled or forgotten. */
export function compare(evidence: Evidence): Finding[] {
  const indexed = index(evidence);
  return Object.entries(RULES).flatMap(([name, rule]: [string, Rule]) =>
    [...rule(indexed)].map((detail) => ({ name: name as FindingName, detail })),
  );
}

function index(evidence: Evidence): Indexed {
  const { requests, accepted, rows, indexOf } = evidence;
  const rowsByPhone = groupBy(rows.messages, ({ recipientIndex }) => recipientIndex);
  const takenByPhone = groupBy(accepted, ({ to }) => to);
  const sends = requests.filter((request) => request.kind === 'send');
  const resends = groupBy(
    requests.filter((request) => request.kind === 'resend'),
    ({ phone }) => phone,
  );
  return {
    ...evidence,
    cases: sends.map((request) => ({
      request,
      messagesMax: 1 + (resends.get(request.phone)?.length ?? 0),
      rows: rowsByPhone.get(indexOf(request.phone)) ?? [],
      taken: takenByPhone.get(request.phone) ?? [],
    })),
    byReference: new Map(rows.messages.map((row) => [row.reference, row])),
    byGatewayId: new Map(
      rows.messages.flatMap((row) => (row.gatewayId === null ? [] : [[row.gatewayId, row]])),
    ),
    acceptedByReference: new Map(accepted.map((message) => [message.reference, message])),
  };
}

const answersOf = ({ answers }: ClientRequest, status: number): Answer[] =>
  answers.filter((answer) => answer.status === status);

const successesOf = ({ answers }: ClientRequest): Answer[] =>
  answers.filter(({ status }) => isSuccess(status));

const isPaid = ({ charges, refunds }: MessageRow) => charges > refunds;

/** What a message came to at the gateway, for the text of a finding. */
function told(taken: Readonly<Accepted> | undefined): string {
  if (!taken) return 'never taken';
  return JSON.stringify({ id: taken.id, status: taken.status, callbacks: taken.callbacks });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

import { callbackObject } from '../../../platform/http/index.js';
import { scrub } from '../../../platform/text/scrub.js';
import type { CallbackEvent, CallbackRequest, DeliveryStatus } from '../../driver.js';
import { smsReasonInWords } from '../../failure-reasons.js';
import { callbackEventOf } from '../callbacks.rules.js';
import { callbackInvalid, isMessageId, referenceIn } from '../responses.js';
import { memberFault, membersIn, optionalText, textAt, valueAt, wordsAt } from './members.rules.js';

const STATUSES = ['delivered', 'failed', 'sent'] as const satisfies DeliveryStatus[];

interface ReportMap extends Readonly<Record<DeliveryStatus, string[]>> {
  id: string;
  status: string;
  error: string | undefined;
  reference: string | undefined;
  /** The response that the gateway needs. */
  answer: string | undefined;
}

/** `undefined`: the gateway reports nothing. Fails with a {@link MemberFault}. */
export function readReportMap(text: string): ReportMap | undefined {
  const members = membersIn(text, 'report', ['id', 'status', ...STATUSES, 'error', 'reference', 'answer']);
  if (Object.keys(members).length === 0) return undefined;
  const words = STATUSES.map((status) => {
    const given = members[status];
    return [status, given === undefined ? [] : wordsAt(given, `report.${status}`).map(lower)] as const;
  });
  if (words.every(([, said]) => said.length === 0))
    throw memberFault('report.delivered', {
      id: 'Tulis kata status gateway di delivered, failed, atau sent.',
      en: 'Write the status words of the gateway into delivered, failed or sent.',
    });
  return {
    id: textAt(members['id'], 'report.id'),
    status: textAt(members['status'], 'report.status'),
    error: optionalText(members['error'], 'report.error'),
    reference: optionalText(members['reference'], 'report.reference'),
    answer: optionalText(members['answer'], 'report.answer'),
    ...(Object.fromEntries(words) as Record<DeliveryStatus, string[]>),
  };
}

const lower = (word: string) => word.toLowerCase();

/** Other statuses are ignored. Fails with `malformed_json` or `callback_invalid`. */
export function readSmsReport(map: ReportMap, request: CallbackRequest): CallbackEvent[] {
  const members = membersOfCallback(request);
  const id = textIn(members, map.id);
  if (!isMessageId(id)) throw callbackInvalid(map.id);
  const word = textIn(members, map.status)?.toLowerCase();
  if (word === undefined) throw callbackInvalid(map.status);
  const status = STATUSES.find((known) => map[known].includes(word));
  if (status === undefined) return [];
  const reference = referenceIn(map.reference === undefined ? id : textIn(members, map.reference));
  return [callbackEventOf(id, status, failureOf(word, map.error && textIn(members, map.error)), reference)];
}

const FORM = 'application/x-www-form-urlencoded';

function membersOfCallback({ headers, query, rawBody }: CallbackRequest): Record<string, unknown> {
  const { key: _, ...parameters } = query;
  if (rawBody.length === 0) return parameters;
  const isForm = headers['content-type']?.toLowerCase().startsWith(FORM);
  const body = isForm
    ? Object.fromEntries(new URLSearchParams(rawBody.toString('utf8')))
    : callbackObject(rawBody);
  return { ...parameters, ...body };
}

function textIn(members: Record<string, unknown>, path: string): string | undefined {
  // The name of a form's member may have a dot.
  const value = Object.hasOwn(members, path) ? members[path] : valueAt(members, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function failureOf(word: string, error: string | undefined): Pick<CallbackEvent, 'error' | 'failureReason'> {
  const words = scrub([`the gateway reported ${word}`, error].filter(Boolean).join(': '));
  return { error: words, failureReason: smsReasonInWords(words) };
}

import type { DriverOutcome, Health } from '../../driver.js';
import { type Answer, isMessageId, jsonIn, refusedForGood, refusedHere } from '../responses.js';
import {
  knownMembers,
  memberFault,
  membersIn,
  objectAt,
  optionalText,
  valueAt,
  wordsAt,
} from './members.rules.js';
import { addressAt, type RequestTemplate } from './request.rules.js';

/**
 * A response matches if it has one of `status`, one of the values at each path of `json`, and begins with one of
 * `text`.
 */
interface Condition {
  status?: string[];
  json?: Record<string, string[]>;
  text?: string[];
}

const MEANINGS = ['accepted', 'number_invalid', 'busy', 'unusable', 'refused'] as const;
type Meaning = (typeof MEANINGS)[number];

interface ResponseMap extends Readonly<Record<Meaning, Condition[]>> {
  /** The path of the message id, or a text with `{{id}}`; undefined: our reference is the id. */
  id: string | undefined;
  error: string | undefined;
}

/** Fails with a {@link MemberFault}. */
export function readResponseMap(text: string): ResponseMap {
  const members = membersIn(text, 'response', ['id', 'error', ...MEANINGS]);
  if (members['accepted'] === undefined)
    throw memberFault('response.accepted', {
      id: 'Wajib diisi: tanda bahwa pesan diterima.',
      en: 'Is required: the sign that a message was accepted.',
    });
  const conditions = MEANINGS.map((name) => [name, conditionsAt(members[name], `response.${name}`)] as const);
  return {
    id: optionalText(members['id'], 'response.id'),
    error: optionalText(members['error'], 'response.error'),
    ...(Object.fromEntries(conditions) as Record<Meaning, Condition[]>),
  };
}

function conditionsAt(value: unknown, member: string): Condition[] {
  if (value === undefined) return [];
  return Array.isArray(value)
    ? (value as unknown[]).map((item, at) => conditionAt(item, `${member}.${at}`))
    : [conditionAt(value, member)];
}

function conditionAt(value: unknown, member: string): Condition {
  const { status, json, text } = knownMembers(value, member, ['status', 'json', 'text']);
  if ([status, json, text].every((given) => given === undefined))
    throw memberFault(member, {
      id: 'Setidaknya salah satu: status, json, text.',
      en: 'Needs at least one of: status, json, text.',
    });
  const entries = Object.entries(json === undefined ? {} : objectAt(json, `${member}.json`));
  return {
    ...(status !== undefined && { status: statusesAt(status, `${member}.status`) }),
    ...(json !== undefined && {
      json: Object.fromEntries(
        entries.map(([path, words]) => [path, wordsAt(words, `${member}.json.${path}`)]),
      ),
    }),
    ...(text !== undefined && { text: wordsAt(text, `${member}.text`) }),
  };
}

function statusesAt(value: unknown, member: string): string[] {
  const statuses = wordsAt(value, member);
  if (statuses.every((status) => /^[1-5]\d\d$/.test(status))) return statuses;
  throw memberFault(member, {
    id: 'Harus berupa status HTTP, misalnya 200.',
    en: 'Must be HTTP statuses, such as 200.',
  });
}

function matches(conditions: readonly Condition[], { status, body }: Answer): boolean {
  return conditions.some(
    ({ status: statuses, json = {}, text }) =>
      (!statuses || statuses.includes(String(status))) &&
      (!text || text.some((words) => body.trim().startsWith(words))) &&
      Object.entries(json).every(([path, words]) => words.includes(wordOf(valueAt(jsonIn(body), path)))),
  );
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** A response that matches nothing is unknown, and so is an accepted one without its id. */
export const readSmsSend =
  (map: ResponseMap, reference: string) =>
  (answer: Answer): DriverOutcome => {
    const said = `the gateway answered ${answer.status}: ${wordsIn(map, answer)}`;
    const meaning = MEANINGS.find((name) => matches(map[name], answer));
    switch (meaning) {
      case 'accepted': {
        const id = map.id === undefined ? reference : idIn(map.id, answer.body);
        return isMessageId(id) ? { kind: 'accepted', id } : { kind: 'unknown', reason: `${said} (no id)` };
      }
      case 'number_invalid':
        return { ...refusedForGood(said, 'unknown'), isOfRecipient: true };
      case 'busy':
      case 'unusable':
        return refusedHere(said, meaning);
      case 'refused':
        return { kind: 'refused', reason: said, retryElsewhere: true };
      case undefined:
        return { kind: 'unknown', reason: said };
    }
  };

const ID = '{{id}}';

/** A path such as `messages.0.message-id`, or a text around `{{id}}`. */
function idIn(where: string, body: string): string {
  if (!where.includes(ID)) return wordOf(valueAt(jsonIn(body), where));
  const [before = '', after = ''] = where.split(ID);
  const text = body.trim();
  const isLike =
    text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length;
  return isLike ? text.slice(before.length, text.length - after.length) : '';
}

const WORDS_MAX = 200;

/** The gateway's error text. A body that is not JSON is the text itself. */
function wordsIn({ error }: ResponseMap, { body }: Answer): string {
  const content = jsonIn(body);
  const words = content === undefined ? body.trim() : wordOf(error && valueAt(content, error));
  return words === '' ? 'no error text' : words.slice(0, WORDS_MAX);
}

/** A request that sends no message, and how its response is read. */
interface HealthCheck extends Pick<RequestTemplate, 'path' | 'headers' | 'query'> {
  connected: Condition[];
  unusable: Condition[];
}

/** `undefined`: any response means that the gateway is there. Fails with a {@link MemberFault}. */
export function readHealthCheck(text: string): HealthCheck | undefined {
  const members = membersIn(text, 'health', ['path', 'headers', 'query', 'connected', 'unusable']);
  if (Object.keys(members).length === 0) return undefined;
  const connected = conditionsAt(members['connected'] ?? { status: 200 }, 'health.connected');
  return {
    ...addressAt(members, 'health', 'health'),
    connected,
    unusable: conditionsAt(members['unusable'], 'health.unusable'),
  };
}

const CONNECTED: Health = { connection: 'connected', detail: null };

export const readSmsHealth =
  (check: HealthCheck | undefined) =>
  (answer: Answer): Health => {
    if (!check) return CONNECTED;
    const detail = `the gateway answered ${answer.status}`;
    if (matches(check.unusable, answer)) return { connection: 'disconnected', detail, fault: 'unusable' };
    return matches(check.connected, answer) ? CONNECTED : { connection: 'unclear', detail };
  };

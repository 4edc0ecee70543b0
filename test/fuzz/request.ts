import { newPhone } from '../support/factories.js';
import type { Actors } from './actors.js';
import type { Dice } from './dice.js';
import type { Operation, Operations } from './document.js';
import { name, text, value } from './values.js';

export interface FuzzedRequest {
  operation: Operation;
  method: string;
  /** With its query string, as it goes out. */
  target: string;
  headers: Record<string, string | string[]>;
  body: string | Buffer | undefined;
  who: keyof Actors['tokens'];
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const CONTENT_TYPES = [
  ...[
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=latin1',
    'text/plain',
    '',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    ';;;',
    'application/json,',
  ],
  ...['application/vnd.api+json', 'application/json; __proto__=1', 'a'.repeat(500)],
];
const ODD_HEADERS: [string, string | string[]][] = [
  ['x-http-method-override', 'DELETE'],
  ['x-method-override', 'PUT'],
  ['x-original-url', '/api/admin/users'],
  ['x-rewrite-url', '/api/admin/users'],
  ['x-forwarded-for', '127.0.0.1, ::1, not an address'],
  ['x-forwarded-host', 'evil.invalid'],
  ['forwarded', 'for="_x"; host=evil.invalid; proto=javascript'],
  ['host', 'evil.invalid:99999'],
  ['content-encoding', 'gzip'],
  ['accept', 'text/html;q=0, application/x-nothing'],
  ['accept-encoding', 'gzip;q=NaN, \u0001'.replace('\u0001', '*')],
  ['accept-language', 'id'.repeat(500)],
  ['cookie', 'sandi_session=x; sandi_session=y; __proto__=1; =; ;;'],
  ['cookie', `sandi_session=${'%ff'.repeat(50)}; constructor=%00`],
  ['x-sandi-client', 'dashboard'],
  ['origin', 'null'],
  ['range', 'bytes=0-,-1'],
  ['if-none-match', '*'],
  ['if-modified-since', 'never'],
  ['upgrade', 'websocket'],
  ['connection', 'keep-alive, x-request-id'],
  ['x-request-id', '\u00e9'.repeat(20)],
  ['traceparent', '00-0-0-00'],
  ['webhook-id', 'msg_x'],
  ['webhook-timestamp', '-1e99'],
  ['webhook-signature', 'v1, v1,, v2,AAAA'],
  ['x-hub-signature-256', 'sha256=zz'],
  ['x-long', 'x'.repeat(7_000)],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['max-forwards', '-1'],
  ['expect', '100-continue'],
];
const KEYS = [
  'a',
  'x'.repeat(255),
  'x'.repeat(256),
  '',
  ' ',
  '"quoted"',
  '\u00e9',
  '{}',
  '__proto__',
  'kunci 1',
];

const ANYONE = ['none', 'key', 'test_key', 'user', 'admin', 'garbage', 'mixed'] as const;

function wanted(dice: Dice, { scheme, path }: Operation): FuzzedRequest['who'] {
  if (scheme === 'api_key') return dice.one(['key', 'test_key']);
  if (scheme === 'user_token') return path.startsWith('/api/admin') ? 'admin' : dice.one(['user', 'admin']);
  return 'none';
}

/** One request of an operation of the document, wrong in some places, or in none. */
export function fuzz(
  dice: Dice,
  operations: Operations,
  operation: Operation,
  actors: Actors,
): FuzzedRequest {
  const who = dice.chance(0.75) ? wanted(dice, operation) : dice.one(ANYONE);
  const headers: FuzzedRequest['headers'] = {};
  const token = actors.tokens[who];
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (dice.chance(0.03))
    headers['authorization'] = dice.one(['Basic YTpi', 'Bearer', '', 'bearer  x', 'Bearer é']);
  const method = dice.chance(0.03) ? dice.one(METHODS) : operation.method;
  const target = pathOf(dice, operation, actors) + queryOf(dice, operations, operation);
  for (let odd = dice.below(4) - 1; odd > 0; odd--) {
    const [header, content] = dice.one(ODD_HEADERS);
    headers[header] = content;
  }
  if (dice.chance(0.25)) headers['idempotency-key'] = dice.chance(0.5) ? `${dice.below(40)}` : dice.one(KEYS);
  const hasBody = method === 'GET' || method === 'HEAD' ? dice.chance(0.03) : dice.chance(0.97);
  const body = hasBody ? bodyOf(dice, operations, operation) : undefined;
  if (body !== undefined)
    headers['content-type'] = dice.chance(0.94) ? 'application/json' : dice.one(CONTENT_TYPES);
  return { operation, method, target, headers, body, who };
}

function pathOf(dice: Dice, { path }: Operation, actors: Actors): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (dice.chance(0.85)) return dice.one(actors.ids[parameter] ?? actors.ids['id'] ?? ['1']);
    return encoded(dice, dice.chance(0.5) ? text(dice) : String(value(dice, 4)));
  });
  if (dice.chance(0.97)) return filled;
  return dice.one([
    `${filled}/`,
    `/${filled}`,
    `${filled}%00`,
    `${filled}%2f..`,
    `${filled};a=b`,
    filled.toUpperCase(),
  ]);
}

function queryOf(dice: Dice, operations: Operations, { parameters }: Operation): string {
  const declared = parameters.filter((parameter) => parameter.in === 'query');
  const pairs: string[] = [];
  for (const { name: key, example, schema } of declared) {
    if (dice.chance(0.4)) continue;
    const usual = example ?? operations.exampleOf(schema);
    const write = () => encoded(dice, dice.chance(0.5) ? String(usual) : text(dice));
    pairs.push(`${key}=${write()}`);
    if (dice.chance(0.08)) pairs.push(`${key}=${write()}`);
    if (dice.chance(0.08))
      pairs.push(`${key}[${dice.one(['', '0', 'a', '__proto__', 'constructor'])}]=${write()}`);
  }
  if (dice.chance(0.1)) pairs.push(`${encodeURIComponent(safe(name(dice)))}=${encoded(dice, text(dice))}`);
  if (dice.chance(0.02))
    pairs.push(dice.one(['&&&', '=', '=a', '%', '%zz=1', 'a=%ff', '?', '#', 'a'.repeat(3_000)]));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A lone surrogate cannot be written as UTF-8. */
const safe = (words: string) => words.replace(/[\ud800-\udfff]/g, '\ufffd').slice(0, 600);

function encoded(dice: Dice, words: string): string {
  const usual = encodeURIComponent(safe(words));
  if (dice.chance(0.9)) return usual;
  return dice.one([
    usual.replaceAll('%', '%25'),
    usual.toLowerCase(),
    '%ff%fe',
    '%c0%af',
    '%zz',
    '%',
    '%ed%a0%80',
  ]);
}

function bodyOf(dice: Dice, operations: Operations, { body }: Operation): string | Buffer {
  if (dice.chance(0.04)) return rawOf(dice);
  const usual = harmless(operations.exampleOf(body));
  if (dice.chance(0.06)) return JSON.stringify(value(dice));
  if (typeof usual !== 'object' || usual === null) return JSON.stringify(usual);
  const members = usual as Record<string, unknown>;
  if ('phone' in members && dice.chance(0.7)) members['phone'] = newPhone();
  for (let turn = dice.below(4); turn > 0; turn--) spoil(dice, members);
  const json = JSON.stringify(members);
  return dice.chance(0.03) ? json.replace(/^\{/, '{"phone":"081","phone":{},') : json;
}

function spoil(dice: Dice, members: Record<string, unknown>): void {
  const key = dice.one(Object.keys(members)) as string | undefined;
  const inner = key === undefined ? undefined : members[key];
  if (typeof inner === 'object' && inner !== null && !Array.isArray(inner) && dice.chance(0.5))
    return spoil(dice, inner as Record<string, unknown>);
  const at = key === undefined || dice.chance(0.25) ? name(dice) : key;
  if (key !== undefined && dice.chance(0.15)) Reflect.deleteProperty(members, key);
  else
    Object.defineProperty(members, at, {
      value: value(dice),
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function rawOf(dice: Dice): string | Buffer {
  return dice.one<string | Buffer>([
    ...[
      '',
      ' ',
      '{',
      '{"a":',
      '[]',
      '7',
      'null',
      '"',
      '{"a":1}{"b":2}',
      '{"a":1,}',
      "{'a':1}",
      'a=b',
      '{"a":NaN}',
    ],
    ...[
      '{"a":"\\ud800"}',
      '{"a":1e99999}',
      '\ufeff{}',
      '[['.repeat(3_000),
      '{"a":'.repeat(20),
      ' '.repeat(17_000),
    ],
    Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    Buffer.alloc(300, 0),
    Buffer.from('{"a":1}', 'utf16le'),
    JSON.stringify({ phone: 'x'.repeat(16_000) }),
  ]);
}

/** Addresses of examples would be called: what the service calls here is a port of this machine where nobody listens. */
function harmless(example: unknown): unknown {
  return JSON.parse(
    JSON.stringify(example ?? {}).replace(/https?:\/\/[^"/]+/g, 'http://127.0.0.1:9'),
  ) as unknown;
}

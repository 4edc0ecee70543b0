import { smsText } from '../../../platform/text/sms-text.rules.js';
import type { DeviceAccess, OutgoingMessage } from '../../driver.js';
import type { GatewayRequest } from '../../gateway-http.js';
import { formRequest, getRequest, jsonRequest } from '../responses.js';
import { knownMembers, memberFault, type Members, membersIn, textAt, textsAt } from './members.rules.js';

/** Values that templates name in double braces. */
type Values = Readonly<Record<string, string>>;

const OF_THE_TOKEN = ['token', 'user', 'password', 'basic'];
/** Digits and letters only, so that they fit a header. */
const OF_ONE_LINE = ['phone', 'phone_local', 'code', 'reference'];

/** The values that a template may name, by its place in the settings. */
const PLACEHOLDERS = {
  health: OF_THE_TOKEN,
  header: [...OF_THE_TOKEN, ...OF_ONE_LINE],
  body: [...OF_THE_TOKEN, ...OF_ONE_LINE, 'text', 'callback_url'],
} as const;
type TemplatePlace = keyof typeof PLACEHOLDERS;

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

const namesIn = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Throws a {@link MemberFault} for a template with unknown placeholders or other double braces. */
function checkTemplate(template: string, member: string, place: TemplatePlace): void {
  const known: readonly string[] = PLACEHOLDERS[place];
  const unknown = namesIn(template).find((name) => !known.includes(name));
  const list = known.join(', ');
  if (unknown !== undefined)
    throw memberFault(member, {
      id: `{{${unknown}}} tidak dikenal di sini. Yang dapat dipakai: ${list}.`,
      en: `{{${unknown}}} is not known here. Use one of: ${list}.`,
    });
  if (/\{\{|\}\}/.test(template.replace(PLACEHOLDER, '')))
    throw memberFault(member, {
      id: 'Kurung kurawal ganda hanya untuk placeholder, misalnya {{phone}}.',
      en: 'Double braces are for placeholders only, such as {{phone}}.',
    });
}

function fill(template: string, values: Values, encode = (value: string) => value): string {
  return template.replace(PLACEHOLDER, (_, name: string) => encode(values[name] ?? ''));
}

/** Fills all strings of a JSON value. Names of members stay. */
function fillJson(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fill(value, values);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillJson(item, values)]));
}

/** The token, also split at its first colon. */
export function tokenValues({ token }: Pick<DeviceAccess, 'token'>): Values {
  const whole = token.reveal();
  const [user = ''] = whole.split(':', 1);
  const basic = Buffer.from(whole).toString('base64');
  return { token: whole, user, password: whole.slice(user.length + 1), basic };
}

export function messageValues(
  device: DeviceAccess,
  { phone, code, text, reference }: OutgoingMessage,
): Values {
  const digits = phone.reveal();
  return {
    ...tokenValues(device),
    phone: digits,
    phone_local: digits.replace(/^62/, '0'),
    code: code.reveal(),
    text: smsText(text.reveal()),
    reference,
    callback_url: device.callbackUrl,
  };
}

export interface RequestTemplate {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  form?: Record<string, string>;
  json?: Members;
}

const METHODS = ['GET', 'POST'] as const;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Headers that the HTTP client sets itself. */
const FIXED_HEADERS = [
  'host',
  'content-length',
  'content-type',
  'connection',
  'transfer-encoding',
  'te',
  'upgrade',
];
/** Names of members that hold a secret. */
const SECRET_NAME = /pass|secret|token|api[-_]?key|userkey|auth|credential|cookie|signature/i;
const CREDENTIAL = /^(?:basic|bearer)\s+[^{]/i;

/** Fails with a {@link MemberFault}. */
export function readRequestTemplate(text: string): RequestTemplate {
  const members = membersIn(text, 'request', ['method', 'path', 'headers', 'query', 'form', 'json']);
  const method = methodAt(members['method'] ?? 'POST');
  const template: RequestTemplate = {
    method,
    ...addressAt(members, 'request', 'body'),
    ...(members['form'] !== undefined && { form: templatesAt(members['form'], 'request.form', 'body') }),
    ...(members['json'] !== undefined && { json: jsonAt(members['json']) }),
  };
  const bodies = [template.form, template.json].filter(Boolean).length;
  if (bodies > (method === 'GET' ? 0 : 1))
    throw memberFault(template.json ? 'request.json' : 'request.form', {
      id: 'GET tidak punya isi, dan POST punya form atau json, tidak keduanya.',
      en: 'GET has no body, and POST has form or json, not both.',
    });
  const named = namesIn(JSON.stringify(template));
  for (const [wanted, ...others] of [
    ['phone', 'phone_local'],
    ['text', 'code'],
  ] as const)
    if (![wanted, ...others].some((name) => named.includes(name)))
      throw memberFault('request', {
        id: `{{${wanted}}} tidak ada di dalamnya.`,
        en: `{{${wanted}}} is nowhere in it.`,
      });
  return template;
}

/** The parts of a request besides its body. */
export function addressAt(
  members: Members,
  member: string,
  place: TemplatePlace,
): Pick<RequestTemplate, 'path' | 'headers' | 'query'> {
  const path = textAt(members['path'], `${member}.path`);
  if (!/^\/[^?#\s\\]*$/.test(path) || path.includes('..'))
    throw memberFault(`${member}.path`, {
      id: 'Harus diawali / dan tanpa ?, #, spasi, dan titik ganda; parameternya di query.',
      en: 'Must begin with / and have no ?, #, blank or double dot; parameters belong into query.',
    });
  checkTemplate(path, `${member}.path`, place);
  return {
    path,
    headers: headersAt(members['headers'], `${member}.headers`, place),
    query: templatesAt(members['query'], `${member}.query`, place),
  };
}

function methodAt(value: unknown): RequestTemplate['method'] {
  const method = METHODS.find((known) => known === value);
  if (method) return method;
  throw memberFault('request.method', { id: 'Harus GET atau POST.', en: 'Must be GET or POST.' });
}

function headersAt(value: unknown, member: string, place: TemplatePlace): Record<string, string> {
  const headers = templatesAt(value, member, place === 'body' ? 'header' : place);
  for (const [name, template] of Object.entries(headers))
    if (
      !HEADER_NAME.test(name) ||
      FIXED_HEADERS.includes(name.toLowerCase()) ||
      !/^[\x20-\x7e]+$/.test(template)
    )
      throw memberFault(`${member}.${name}`, {
        id: 'Nama header tidak valid atau ditetapkan HTTP, atau nilainya bukan ASCII satu baris.',
        en: 'The name is no header, or HTTP sets it, or the value is not one line of ASCII.',
      });
  return headers;
}

function templatesAt(value: unknown, member: string, place: TemplatePlace): Record<string, string> {
  const templates = textsAt(value, member);
  for (const [name, template] of Object.entries(templates))
    checkValue(name, template, `${member}.${name}`, place);
  return templates;
}

function jsonAt(value: unknown): Members {
  const check = (name: string, item: unknown, member: string): void => {
    if (typeof item === 'string') checkValue(name, item, member, 'body');
    else if (typeof item === 'object' && item !== null)
      for (const [inner, one] of Object.entries(item))
        check(Array.isArray(item) ? name : inner, one, `${member}.${inner}`);
  };
  check('json', value, 'request.json');
  return knownMembers(value, 'request.json', Object.keys(Object(value) as object));
}

/** Rejects secrets: settings are shown to administrators, so only the token may contain secrets. */
function checkValue(name: string, template: string, member: string, place: TemplatePlace): void {
  checkTemplate(template, member, place);
  const usesToken = namesIn(template).some((used) => PLACEHOLDERS.health.includes(used));
  if (CREDENTIAL.test(template) || (SECRET_NAME.test(name) && !usesToken))
    throw memberFault(member, {
      id: 'Rahasia tidak ditulis di sini: tulis di token, dan di sini {{token}}, {{user}}, {{password}} atau {{basic}}.',
      en: 'Do not write secrets here: write them into token, and insert them here as {{token}}, {{user}}, {{password}} or {{basic}}.',
    });
}

/** Fills a template. Each value is escaped for its place. */
export function requestOf(
  baseUrl: string,
  { method, path, headers, query, form, json }: RequestTemplate,
  values: Values,
): GatewayRequest {
  const parameters = new URLSearchParams(filled(query, values)).toString();
  const url = `${baseUrl}${fill(path, values, encodeURIComponent)}${parameters && `?${parameters}`}`;
  const sent = filled(headers, values);
  if (method === 'GET') return getRequest(url, sent);
  return json
    ? jsonRequest(url, sent, fillJson(json, values) as object)
    : formRequest(url, sent, filled(form ?? {}, values));
}

const filled = (templates: Record<string, string>, values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, fill(template, values)]));

import type { OpenAPIObject } from '@nestjs/swagger';
import { rolesOf } from '../access/permissions.rules.js';
import type { ErrorCode } from '../errors/index.js';
import { EXEMPT_WRITE, RATE_LIMITED } from '../limits/index.js';
import { FAILURE_FORM, type FailureForm, FAILURES, HAS_MESSAGE } from './decorators.js';
import { failureResponses } from './failures.js';
import { headersOf } from './headers.js';

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export type Method = (typeof METHODS)[number];

export type DocumentedOperation = NonNullable<OpenAPIObject['paths'][string]['get']> &
  Record<string, unknown>;

const BY_SCHEME: Record<string, ErrorCode[]> = {
  api_key: ['api_key_missing', 'api_key_invalid', 'operation_not_allowed'],
  hook_signature: ['signature_invalid', 'operation_not_allowed'],
  user_token: [
    'token_missing',
    'token_invalid',
    'second_factor_enrolment_required',
    'view_read_only',
    'view_not_open',
  ],
  metrics_token: ['token_missing', 'token_invalid'],
};
const IDEMPOTENCY: ErrorCode[] = ['idempotency_key_invalid', 'idempotency_in_flight', 'idempotency_mismatch'];
/** Failures of reading a body. An operation with an Idempotency-Key reads it even if it expects no body. */
const READING_BODY: ErrorCode[] = [
  'bad_request',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
];
const WITH_BODY: ErrorCode[] = [...READING_BODY, 'malformed_json', 'body_invalid'];

/** Failures of `Confirmation`, which bodies with an optional `current_password` imply. */
const CONFIRMATION: ErrorCode[] = [
  'current_password_required',
  'recent_login_required',
  'password_wrong',
  'rate_limited',
  'overloaded',
];

/** Credentials that may be unconfigured. */
const OPTIONAL_SCHEMES = ['metrics_token'];

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Credentials whose reads are rate-limited. */
const READERS = ['api_key', 'user_token'];

/** Adds the failures and headers that credential, body, parameters and limits imply. */
export function complete(
  path: string,
  method: Method,
  operation: DocumentedOperation,
  schemas: Schemas,
): void {
  const declared = (operation[FAILURES] as ErrorCode[] | undefined) ?? [];
  const form = operation[FAILURE_FORM] as FailureForm | undefined;
  const security = operation.security ?? [];
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  const isRead = method === 'get' && schemes.some((scheme) => READERS.includes(scheme));
  const isCountedWrite =
    method !== 'get' &&
    method !== 'delete' &&
    schemes.includes('user_token') &&
    operation[EXEMPT_WRITE] !== true;
  const traits = {
    isRateLimited: isRead || isCountedWrite || operation[RATE_LIMITED] === true,
    isIdempotent: takesIdempotencyKey(operation),
    hasMessage: operation[HAS_MESSAGE] === true,
    namesUnknown: operation.requestBody !== undefined && isForKeysAlone(operation),
  };
  delete operation[FAILURES];
  delete operation[FAILURE_FORM];
  delete operation[RATE_LIMITED];
  delete operation[EXEMPT_WRITE];
  delete operation[HAS_MESSAGE];
  for (const success of Object.values(operation.responses))
    Object.assign(success as object, { headers: headersOf([], traits) });
  const roles = describeRoles(operation, schemes);
  // The roles are left out here: client generators would read them as OAuth scopes.
  operation.security = schemes.map((scheme) => ({ [scheme]: [] }));
  if (schemes.some((scheme) => OPTIONAL_SCHEMES.includes(scheme))) operation.security.push({});
  const body = bodyOf(operation, schemas);
  relaxBody(operation, body);
  describeIds(path, operation);
  const codes = new Set<ErrorCode>([
    ...schemes.flatMap((scheme) => BY_SCHEME[scheme] ?? []),
    ...(roles.length > 0 ? (['forbidden'] as const) : []),
    ...(operation.requestBody ? WITH_BODY : []),
    ...(traits.namesUnknown ? (['parameter_unknown'] as const) : []),
    ...((operation.parameters ?? []).length > 0 ? (['parameter_invalid', 'bad_request'] as const) : []),
    ...(traits.isIdempotent ? [...IDEMPOTENCY, ...READING_BODY] : []),
    ...declared,
    ...(isConfirmed(body) ? CONFIRMATION : []),
    ...(path.includes('{') ? (['uri_too_long'] as const) : []),
    ...(path.includes('{id}') ? (['not_found'] as const) : []),
    ...(traits.isRateLimited ? (['rate_limited'] as const) : []),
    ...(method === 'get' ? [] : (['overloaded'] as const)),
    ...(asksDatabase(method, schemes, operation) ? (['unavailable'] as const) : []),
    'headers_too_large',
    'internal_error',
  ]);
  Object.assign(operation.responses, Object.fromEntries(failureResponses([...codes], traits, form)));
}

/** Names who may call the operation: roles of the table, or the credential that it takes. */
function describeRoles(operation: DocumentedOperation, schemes: readonly string[]): readonly string[] {
  const roles = schemes.includes('user_token') ? rolesOf(operation.operationId ?? '') : [];
  operation['x-roles'] = roles.length > 0 ? roles : schemes.length > 0 ? schemes : ['anyone'];
  if (roles.length > 0)
    operation.description = `${operation.description ?? ''}\n\nRoles: ${roles.join(', ')}.`;
  return roles;
}

/** Whether the body is an integrator's: unknown members are then rejected. Hooks have members of other software. */
const isForKeysAlone = ({ security = [] }: DocumentedOperation) =>
  security.length > 0 && security.every((requirement) => Object.keys(requirement).join() === 'api_key');

/** Operations that need the database. */
const asksDatabase = (method: string, schemes: string[], { parameters = [] }: DocumentedOperation) =>
  method !== 'get' || parameters.length > 0 || schemes.some((scheme) => scheme !== 'metrics_token');

type Schema = Exclude<Schemas[string], { $ref: string }>;

function bodyOf({ requestBody }: DocumentedOperation, schemas: Schemas): Schema | undefined {
  if (!requestBody || '$ref' in requestBody) return undefined;
  const schema = requestBody.content['application/json']?.schema;
  const name = schema && '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
  const body = name === undefined ? undefined : schemas[name];
  return body && !('$ref' in body) ? body : undefined;
}

/** A body without required members may be missing. */
function relaxBody({ requestBody }: DocumentedOperation, body: Schema | undefined): void {
  if (requestBody && 'content' in requestBody && body && !body.required?.length && !body.oneOf)
    requestBody.required = false;
}

/** Whether the password is needed only if the login is older, as in `ConfirmedDto`. */
const isConfirmed = (body: Schema | undefined) =>
  body?.properties?.current_password !== undefined && !body.required?.includes('current_password');

/** The meaning of `{id}` by the preceding path segment. */
const NAMED_BY_ID: Readonly<Record<string, string>> = {
  alerts: 'the alert',
  'api-keys': 'the API key',
  deliveries: 'the delivery',
  devices: 'the device',
  entries: 'the ledger entry',
  gateway: 'the device',
  invitations: 'the invitation',
  messages: 'the message',
  requests: 'the top-up request',
  'reserved-brands': 'the reserved name',
  sessions: 'the session',
  users: 'the account',
  webhooks: 'the webhook',
};

/** Documents row ids as integers. */
function describeIds(path: string, { parameters = [] }: DocumentedOperation): void {
  const [, list = ''] = /([^/]+)\/\{id\}/.exec(path) ?? [];
  const description = `\`id\` of ${NAMED_BY_ID[list] ?? 'the item'}`;
  for (const parameter of parameters)
    if ('in' in parameter && parameter.in === 'path' && parameter.name === 'id')
      Object.assign(parameter, { schema: { type: 'integer', minimum: 1 }, example: 7, description });
}

function takesIdempotencyKey({ parameters = [] }: DocumentedOperation): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key');
}

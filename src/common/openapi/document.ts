import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type ErrorCode, ERRORS } from '../errors/index.js';
import { FAILURE_REASONS } from '../failure-reason.js';
import { RATE_LIMITED } from '../limits/index.js';
import { FAILURE_FORM, type FailureForm, FAILURES } from './answer.js';
import { HEADERS, headersOf } from './headers.js';

type SchemaObject = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & Record<string, unknown>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const BY_SCHEME: Record<string, ErrorCode[]> = {
  api_key: ['api_key_missing', 'api_key_invalid', 'operation_not_allowed'],
  hook_signature: ['signature_invalid', 'operation_not_allowed'],
  user_token: ['token_missing', 'token_invalid', 'second_factor_enrolment_required'],
  metrics_token: ['token_missing', 'token_invalid'],
};
const IDEMPOTENCY: ErrorCode[] = ['idempotency_key_invalid', 'idempotency_in_flight', 'idempotency_mismatch'];
const WITH_BODY: ErrorCode[] = [
  'bad_request',
  'malformed_json',
  'body_invalid',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
];

const USER_TOKEN =
  'Token hasil login. Dashboard dapat memakai cookie sesi sebagai gantinya, dengan header `X-Sandi-Client: dashboard`.';

/** The OpenAPI document, with every operation's failures written out from the error table. */
export function buildDocument(app: INestApplication, publicUrl: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Sandi')
    .setDescription(
      'Pengiriman OTP WhatsApp: kirim kode, saldo kredit, riwayat, statistik dan callback gateway.',
    )
    .setVersion('1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'Layanan ini')
    .addServer(publicUrl, 'Alamat publik')
    .addTag('OTP', 'Untuk integrator, dengan API key')
    .addTag('Hooks', 'Untuk Supabase Auth, Logto dan Ory Kratos')
    .addTag('Auth', 'Registrasi, login dan profil')
    .addTag('Account', 'Untuk dashboard, dengan token pengguna')
    .addTag('API keys', 'Kelola API key')
    .addTag('Gateway', 'Callback dari gateway WhatsApp')
    .addTag('Admin', 'Untuk administrator')
    .addTag('Operations', 'Untuk operator')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'API key (sandi_live_… / sandi_test_…)' },
      'api_key',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'webhook-signature',
        description: 'Standard Webhooks, dengan secret hook sebuah API key',
      },
      'hook_signature',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: USER_TOKEN },
      'user_token',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN layanan ini' },
      'metrics_token',
    );
  const document = SwaggerModule.createDocument(app, builder.build(), {
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, Failure: FAILURE };
  document.components.headers = { ...document.components.headers, ...HEADERS };
  for (const path of Object.values(document.paths))
    for (const method of METHODS) if (path[method]) complete(method, path[method] as Operation);
  return document;
}

/** Writes out what the operation's credential, body, parameters and limits imply: failures, and headers of all answers. */
function complete(method: (typeof METHODS)[number], operation: Operation): void {
  const declared = (operation[FAILURES] as ErrorCode[] | undefined) ?? [];
  const form = operation[FAILURE_FORM] as FailureForm | undefined;
  const traits = {
    isRateLimited: operation[RATE_LIMITED] === true,
    isIdempotent: takesIdempotencyKey(operation),
  };
  delete operation[FAILURES];
  delete operation[FAILURE_FORM];
  delete operation[RATE_LIMITED];
  for (const success of Object.values(operation.responses))
    Object.assign(success as object, { headers: headersOf([], traits) });
  const security = operation.security ?? [];
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  const forAdmins = security.some((requirement) => Object.values(requirement).flat().includes('admin'));
  // A role is ours to tell: OpenAPI 3.0 knows scopes for OAuth only.
  operation.security = schemes.map((scheme) => ({ [scheme]: [] }));
  describeIds(operation);
  const codes = new Set<ErrorCode>([
    ...schemes.flatMap((scheme) => BY_SCHEME[scheme] ?? []),
    ...(forAdmins ? (['forbidden'] as const) : []),
    ...(operation.requestBody ? WITH_BODY : []),
    ...((operation.parameters ?? []).length > 0 ? (['parameter_invalid'] as const) : []),
    ...(traits.isIdempotent ? IDEMPOTENCY : []),
    ...declared,
    ...(method === 'get' ? [] : (['overloaded'] as const)),
    ...(asksDatabase(method, schemes, operation) ? (['unavailable'] as const) : []),
    'headers_too_large',
    'internal_error',
  ]);
  for (const [status, group] of byStatus([...codes]))
    operation.responses[status] = { ...response(group, form), headers: headersOf(group, traits) };
}

/** For a credential, a row, or to write: all but the page's settings, the process's health and its figures. */
const asksDatabase = (method: string, schemes: string[], { parameters = [] }: Operation) =>
  method !== 'get' || parameters.length > 0 || schemes.some((scheme) => scheme !== 'metrics_token');

/** Nest knows a row's id in a path as a number. */
function describeIds({ parameters = [] }: Operation): void {
  for (const parameter of parameters)
    if ('in' in parameter && parameter.in === 'path' && parameter.name === 'id')
      Object.assign(parameter, { schema: { type: 'integer', minimum: 1 }, example: 7 });
}

function takesIdempotencyKey({ parameters = [] }: Operation): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key');
}

function byStatus(codes: ErrorCode[]): Map<string, ErrorCode[]> {
  const groups = new Map<string, ErrorCode[]>();
  for (const code of codes) {
    const status = String(ERRORS[code].status);
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

/** The failures of one status: in our envelope, or in the form that is prescribed for this operation. */
function response(codes: ErrorCode[], form: FailureForm | undefined) {
  const envelope = {
    allOf: [
      { $ref: '#/components/schemas/Failure' },
      { type: 'object', properties: { code: { type: 'string', enum: codes } } },
    ],
  };
  const exampleOf = (code: ErrorCode) =>
    form ? form.of(ERRORS[code].status, ERRORS[code].message) : example(code);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    content: {
      'application/json': {
        schema: form ? { anyOf: [{ $ref: getSchemaPath(form.Model) }, envelope] } : envelope,
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

/** Of a failure that knows of a message. */
const CORRELATION = {
  reference: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
  external_id: 'pesanan-7f1c2a',
  metadata: { cabang: 'Bandung' },
};

function example(code: ErrorCode): Record<string, unknown> {
  const extra: Partial<Record<ErrorCode, object>> = {
    parameter_missing: { fields: ['phone'] },
    insufficient_credit: { credit_balance: 100 },
    duplicate: { message_id: '3EB0AABBCCDDEEFF0011', status: 'sent', ...CORRELATION },
    second_factor_required: { challenge: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…', expires_in: 300 },
    gateway_error: {
      error_message: 'number is not on WhatsApp',
      reason: 'not_on_whatsapp',
      ...CORRELATION,
    },
    gateway_unknown: {
      error_message: 'no answer from the gateway in time',
      reason: 'gateway_timeout',
      ...CORRELATION,
    },
    not_ready: { data: { status: 'not_ready', database: 'down', redis: 'unused', devices: 'unknown' } },
  };
  return {
    success: false,
    message: ERRORS[code].message,
    code,
    request_id: '0b8f8a52-6f0e-4c53-9a33-0a7f6d0c1f11',
    ...extra[code],
  };
}

const FAILURE: SchemaObject = {
  type: 'object',
  required: ['success', 'message', 'code', 'request_id'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string', description: 'Untuk dibaca manusia, dalam bahasa Indonesia' },
    code: { type: 'string', description: 'Stabil, untuk dibaca program' },
    request_id: { type: 'string', format: 'uuid' },
    fields: { type: 'array', items: { type: 'string' }, description: 'Field yang bermasalah' },
    credit_balance: { type: 'integer', description: 'Pada insufficient_credit' },
    message_id: { type: 'string', nullable: true, description: 'Pada duplicate: pesan sebelumnya' },
    status: { type: 'string', enum: ['pending', 'sent', 'delivered', 'failed'] },
    error_message: { type: 'string', description: 'Pada gateway_error dan gateway_unknown' },
    reason: {
      type: 'string',
      enum: [...FAILURE_REASONS],
      description: 'Pada gateway_error dan gateway_unknown: sebabnya, untuk dibaca program',
    },
    reference: {
      type: 'string',
      description: 'Pesan yang dimaksud: pesan sebelumnya pada duplicate, pesan ini bila sudah dicatat',
    },
    external_id: { type: 'string', nullable: true, description: 'Dari pesan itu' },
    metadata: {
      type: 'object',
      nullable: true,
      additionalProperties: { type: 'string' },
      description: 'Dari pesan itu',
    },
    challenge: { type: 'string', description: 'Pada second_factor_required: bukti langkah pertama' },
    expires_in: { type: 'integer', description: 'Pada second_factor_required: detik' },
    data: { type: 'object', additionalProperties: true, description: 'Pada not_ready: keadaan tiap bagian' },
  },
};

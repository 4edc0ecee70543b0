import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { type ErrorCode, ERRORS, MEANINGS } from '../errors/index.js';
import { FAILURE_REASONS } from '../text/failure-reason.js';
import type { FailureForm } from './answer.js';
import { headersOf, type OperationTraits } from './headers.js';

type SchemaObject = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** The responses of these failures, by status. */
export function failureResponses(
  codes: ErrorCode[],
  traits: OperationTraits,
  form: FailureForm | undefined,
): [string, object][] {
  return [...byStatus(codes)].map(([status, group]) => [
    status,
    { ...response(group, form), headers: headersOf(group, traits) },
  ]);
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
    form
      ? { value: form.of(ERRORS[code].status, ERRORS[code].message) }
      : { $ref: `#/components/examples/${code}` };
  return {
    description: codes.map((code) => `\`${code}\`: ${MEANINGS[code]}`).join('\n\n'),
    content: {
      'application/json': {
        schema: form ? { anyOf: [{ $ref: getSchemaPath(form.Model) }, envelope] } : envelope,
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
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

/** An answer of each code, in our envelope. */
export const FAILURE_EXAMPLES = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, { value: example(code) }]),
);

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

/** What every failure is, in our envelope. */
export const FAILURE: SchemaObject = {
  type: 'object',
  required: ['success', 'message', 'code', 'request_id'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string', description: 'For people, in Indonesian' },
    code: { type: 'string', description: 'Stable, for programs' },
    request_id: { type: 'string', format: 'uuid' },
    fields: { type: 'array', items: { type: 'string' }, description: 'The fields at fault' },
    credit_balance: { type: 'integer', description: 'With insufficient_credit' },
    message_id: { type: ['string', 'null'], description: 'With duplicate: the earlier message' },
    status: { type: 'string', enum: ['pending', 'sent', 'delivered', 'failed'] },
    error_message: { type: 'string', description: 'With gateway_error and gateway_unknown' },
    reason: {
      type: 'string',
      enum: [...FAILURE_REASONS],
      description: 'With gateway_error and gateway_unknown: why, for programs',
    },
    reference: {
      type: 'string',
      description:
        'The message it is about: the earlier one with duplicate, else this one once it is recorded',
    },
    external_id: { type: ['string', 'null'], description: 'Of that message' },
    metadata: {
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description: 'Of that message',
    },
    verification_id: {
      type: 'string',
      description: 'With gateway_unknown, of a verification: its code may have arrived',
    },
    challenge: { type: 'string', description: 'With second_factor_required: proof of the first step' },
    expires_in: { type: 'integer', description: 'With second_factor_required: seconds' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'With not_ready: the state of each part',
    },
  },
};

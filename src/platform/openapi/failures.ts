import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { AppError, type ErrorCode, ERRORS, MEANINGS } from '../errors/index.js';
import type { FailureForm } from './decorators.js';
import { headersOf, type OperationTraits } from './headers.js';

type SchemaObject = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

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

/** The failures of one status, in our envelope or in a foreign format. */
function response(codes: ErrorCode[], form: FailureForm | undefined) {
  const envelope = {
    allOf: [
      { $ref: '#/components/schemas/Failure' },
      {
        type: 'object',
        properties: { code: { type: 'string', enum: codes, description: 'Why the request failed' } },
      },
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

/** Additional members of some failures. */
export interface FailureDetails {
  fields: Readonly<Record<string, SchemaObject>>;
  examples: Readonly<Partial<Record<ErrorCode, object>>>;
}

export const failureExamples = ({ examples }: FailureDetails, publicUrl: string) =>
  Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
      const envelope = new AppError(code).envelope({ requestId: REQUEST_ID, language: 'id', publicUrl });
      return [code, { value: { ...envelope, ...examples[code] } }];
    }),
  );

const REQUEST_ID = '0b8f8a52-6f0e-4c53-9a33-0a7f6d0c1f11';

export const failureSchema = ({ fields }: FailureDetails): SchemaObject => ({
  type: 'object',
  required: ['success', 'message', 'code', 'doc_url', 'request_id'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string', description: 'For people, in Indonesian, or in English by `Accept-Language`' },
    code: { type: 'string', description: 'Stable, for programs' },
    detail: {
      type: 'string',
      description:
        'Details, if there are any: what exactly is wrong, or which values are allowed. For people, in the language of `message`',
    },
    doc_url: { type: 'string', format: 'uri', description: 'The page that describes the code' },
    request_id: {
      type: 'string',
      format: 'uuid',
      description: 'Id of the request, for questions to the operator; as in `X-Request-Id`',
    },
    ...fields,
  },
});

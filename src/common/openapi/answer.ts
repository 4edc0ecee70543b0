import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../errors/index.js';
import { AnswerMessage } from '../http/index.js';

export const FAILURES = 'x-failures';

export interface AnswerOptions {
  /** What the operation does, in a few words. */
  summary: string;
  /** HTTP status; 200 unless told. */
  status?: number;
  /** The envelope's `message`. */
  message?: string;
  description?: string;
  /** `data` is a list of the model. */
  list?: boolean;
}

/** A handler's success: its status, its message and, for the document, the envelope around `Model`. */
export function Answers(
  Model: Type | null,
  { summary, status = 200, message, description, list }: AnswerOptions,
) {
  const ref = Model ? { $ref: getSchemaPath(Model) } : undefined;
  const data = list ? { type: 'array', items: ref } : ref;
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary }),
    ...(message ? [AnswerMessage(message)] : []),
    ...(Model ? [ApiExtraModels(Model)] : []),
    ApiResponse({
      status,
      description: description ?? message ?? 'Berhasil',
      schema: {
        type: 'object',
        required: ['success', ...(message ? ['message'] : []), ...(data ? ['data'] : [])],
        properties: {
          success: { type: 'boolean', enum: [true] },
          ...(message ? { message: { type: 'string', example: message } } : {}),
          ...(data ? { data } : {}),
        },
      },
    }),
  );
}

/** The failures a handler answers beside those that its credential, body and parameters imply. */
export const Fails = (...codes: ErrorCode[]) => ApiExtension(FAILURES, codes);

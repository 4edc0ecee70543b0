import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../errors/index.js';
import { AnswerMessage, BareAnswer } from '../http/index.js';
import type { Words } from '../text/language.js';

export const FAILURES = 'x-failures';
export const HAS_MESSAGE = 'x-has-message';
export const FAILURE_FORM = 'x-failure-form';

/** How the documents name and describe an operation. */
export interface OperationTexts {
  /** The operation's id: what a generated client calls the method. */
  id: string;
  /** What the operation does, in a few words. */
  summary: string;
  /** The same in Indonesian. */
  summaryId: string;
  /** What a caller should know before the first request. */
  about: string;
}

export interface AnswerOptions extends OperationTexts {
  /** HTTP status; 200 unless told. */
  status?: number;
  /** The envelope's `message`. */
  message?: Words;
  /** What the answer is, in English. */
  description?: string;
  /** `data` is a list of the model. */
  list?: boolean;
}

/** For handlers that say nothing of their answer here. */
export const Describes = ({ id, summary, summaryId, about }: OperationTexts) =>
  applyDecorators(
    ApiOperation({ operationId: id, summary, description: about }),
    ApiExtension('x-summary-id', summaryId),
  );

/** A handler's success: its status, its message and, for the document, the envelope around `Model`. */
export function Answers(
  Model: Type | null,
  { status = 200, message, description = 'Success', list, ...texts }: AnswerOptions,
) {
  const ref = Model ? { $ref: getSchemaPath(Model) } : undefined;
  const data = list ? { type: 'array', items: ref } : ref;
  return applyDecorators(
    HttpCode(status),
    Describes(texts),
    ...(message ? [AnswerMessage(message), ApiExtension(HAS_MESSAGE, true)] : []),
    ...(Model ? [ApiExtraModels(Model)] : []),
    ApiResponse({
      status,
      description,
      schema: {
        type: 'object',
        required: ['success', ...(message ? ['message'] : []), ...(data ? ['data'] : [])],
        properties: {
          success: { type: 'boolean', enum: [true] },
          ...(message ? { message: { type: 'string', example: message.id } } : {}),
          ...(data ? { data } : {}),
        },
      },
    }),
  );
}

/** A handler's success that is a text of another kind, without an envelope. */
export const AnswersText = (mediaType: string, { description = 'Success', ...texts }: AnswerOptions) =>
  applyDecorators(
    BareAnswer(),
    Describes(texts),
    ApiResponse({ status: 200, description, content: { [mediaType]: { schema: { type: 'string' } } } }),
  );

/** A handler's success that is a file of one of these types, without an envelope. */
export const AnswersFile = (
  mediaTypes: readonly string[],
  { description = 'Success', ...texts }: AnswerOptions,
) =>
  applyDecorators(
    BareAnswer(),
    Describes(texts),
    ApiResponse({
      status: 200,
      description,
      content: Object.fromEntries(
        mediaTypes.map((mediaType) => [mediaType, { schema: { type: 'string', format: 'binary' } }]),
      ),
    }),
  );

/** The failures a handler answers beside those that its credential, body and parameters imply. */
export const Fails = (...codes: ErrorCode[]) => ApiExtension(FAILURES, codes);

/** A failure in a form that others prescribe. */
export interface FailureForm {
  Model: Type;
  of: (status: number, message: string) => object;
}

/** For the few routes that answer failures in such a form. What never reached them is still answered in our envelope. */
export const FailsAs = (form: FailureForm) =>
  applyDecorators(ApiExtraModels(form.Model), ApiExtension(FAILURE_FORM, form));

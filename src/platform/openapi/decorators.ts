import { applyDecorators, HttpCode, type StreamableFile, type Type } from '@nestjs/common';
import {
  ApiExtension,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  type ApiResponseSchemaHost,
  getSchemaPath,
} from '@nestjs/swagger';
import type { ErrorCode } from '../errors/index.js';
import { BareResponse, ResponseMessage } from '../http/index.js';
import type { LocalizedText } from '../text/language.js';

export const FAILURES = 'x-failures';
export const HAS_MESSAGE = 'x-has-message';
export const FAILURE_FORM = 'x-failure-form';

export interface OperationTexts {
  summary: LocalizedText;
  about: string;
}

export interface AnswerOptions extends OperationTexts {
  /** Default 200. */
  status?: number;
  /** The envelope's `message`. */
  message?: LocalizedText;
  /** The envelope's `message` by its `data`; `message` is then the example. */
  messageOf?: (data: unknown) => LocalizedText;
  description?: string;
  /** `data` is a list of the model. */
  list?: boolean;
  /** `Accept` can also select a text of this media type, without an envelope. */
  alsoAs?: string;
}

/** Describes an operation without its response. Its id is the name of the method. */
export const Describes = ({ summary, about }: OperationTexts) =>
  applyDecorators(
    ApiOperation({ summary: summary.en, description: about }),
    ApiExtension('x-summary-id', summary.id),
  );

type Data<Model> = Model extends Type<infer Each> | readonly Type<infer Each>[] ? Each : void;
type Answer<Model, Options> =
  | (Options extends { list: true } ? Data<Model>[] : Data<Model>)
  | (Options extends { alsoAs: string } ? StreamableFile : never);

/** A decorator that accepts only methods with this result, so that they need no return type of their own. */
type AnsweredBy<Value> = <Method extends (...given: never[]) => Value | Promise<Value>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** The success response: status, message and the envelope around `Model`, or one of several. */
export const Answers = <Model extends Type | readonly Type[] | null, Options extends AnswerOptions>(
  Model: Model,
  options: Options,
): AnsweredBy<Answer<Model, Options>> => describeAnswer(Model, options);

/** A success response with a body that the caller prescribes, without an envelope. */
export const AnswersBare = (texts: AnswerOptions) =>
  applyDecorators(BareResponse(), describeAnswer(null, texts));

function describeAnswer(
  Model: Type | readonly Type[] | null,
  { status = 200, message, messageOf, description = 'Success', list, alsoAs, ...texts }: AnswerOptions,
) {
  const models: Type[] = Model ? [Model].flat() : [];
  const refs = models.map((each) => ({ $ref: getSchemaPath(each) }));
  const ref = refs.length > 1 ? { oneOf: refs } : refs[0];
  const data = list ? { type: 'array', items: ref } : ref;
  const envelope: ApiResponseSchemaHost['schema'] = {
    type: 'object',
    required: ['success', ...(message ? ['message'] : []), ...(data ? ['data'] : [])],
    properties: {
      success: { type: 'boolean', enum: [true] },
      ...(message ? { message: { type: 'string', example: message.id } } : {}),
      ...(data ? { data } : {}),
    },
  };
  return applyDecorators(
    HttpCode(status),
    Describes(texts),
    ...(message ? [ResponseMessage(messageOf ?? message), ApiExtension(HAS_MESSAGE, true)] : []),
    ...(models.length > 0 ? [ApiExtraModels(...models)] : []),
    ApiResponse({
      ...{ status, description },
      ...(alsoAs === undefined
        ? { schema: envelope }
        : {
            content: { 'application/json': { schema: envelope }, [alsoAs]: { schema: { type: 'string' } } },
          }),
    }),
  );
}

/** A success response without an envelope. */
function answersBare(
  mediaTypes: readonly string[],
  schema: { type: 'string'; format?: 'binary' },
  { description = 'Success', ...texts }: AnswerOptions,
) {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
  return applyDecorators(
    BareResponse(),
    Describes(texts),
    ApiResponse({ status: 200, description, content }),
  );
}

export const AnswersText = (mediaType: string, options: AnswerOptions) =>
  answersBare([mediaType], { type: 'string' }, options);

export const AnswersFile = (mediaTypes: readonly string[], options: AnswerOptions) =>
  answersBare(mediaTypes, { type: 'string', format: 'binary' }, options);

/** The failures of an operation, except the ones that credential, body and parameters imply. */
export const Fails = (...codes: ErrorCode[]) => ApiExtension(FAILURES, codes);

/** A failure in a foreign format. */
export interface FailureForm {
  Model: Type;
  of: (status: number, message: string) => object;
}

/** For routes whose failures have a foreign format. Failures before the handler still have our envelope. */
export const FailsAs = (form: FailureForm) =>
  applyDecorators(ApiExtraModels(form.Model), ApiExtension(FAILURE_FORM, form));

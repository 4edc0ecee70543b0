import { Required } from '../platform/http/index.js';
import { OptionalField, RequiredField, WordField } from '../platform/http/request-fields.js';
import { Field } from '../platform/openapi/response-fields.js';
import { type Language, LANGUAGES } from '../platform/text/message-template.rules.js';
import { parseJsonPath } from './json-path.rules.js';

const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);
const isString = (value: unknown) => typeof value === 'string';
const isPath = (value: unknown) => typeof value === 'string' && parseJsonPath(value) !== undefined;

/** The schema of the paths that {@link parseJsonPath} reads. */
const PATH = {
  maxLength: 200,
  pattern:
    '^\\$(?:\\.[A-Za-z_][A-Za-z0-9_]*|\\[(?:0|[1-9][0-9]{0,5})\\]|' +
    "\\['[^'\\\\\\x00-\\x1f\\x7f-\\x9f]+'\\]|" +
    '\\["[^"\\\\\\x00-\\x1f\\x7f-\\x9f]+"\\])+$',
};

/** The brand in a hook's address. Each kind of hook has its own name for this parameter. */
const CompanyField = () =>
  OptionalField(isString, {
    example: 'Toko Budi',
    description:
      'Company name in the message. Default: the name stored with the hook secret; one of the two is required',
  });

/** Settings in the address of a hook: the auth server defines its body, which has no place for them. */
export class HookQueryDto {
  @CompanyField() company_name?: string;

  @WordField(LANGUAGES, 'Language of the message; default: the language that the hook names, otherwise `id`')
  language?: Language;
}

export class SupabaseQueryDto extends HookQueryDto {
  @Field('The id of the API key, not the key', { type: 'integer', minimum: 1, example: 3 })
  @Required()
  key_id!: string;
}

export class GenericQueryDto {
  @RequiredField(isPath, {
    ...PATH,
    example: '$.contextInfo.recipientPhoneNumber',
    description: 'Path of the phone in the body',
  })
  to!: string;

  @RequiredField(isPath, {
    ...PATH,
    example: '$.args.code',
    description: 'Path in the body of the code, or of a sentence with exactly one code',
  })
  code!: string;

  @CompanyField() brand?: string;

  @OptionalField((value) => isLanguage(value) || isPath(value), {
    maxLength: PATH.maxLength,
    pattern: `^(?:${LANGUAGES.join('|')})$|${PATH.pattern}`,
    example: 'id',
    description: '`id`, `en`, or the path of the language in the body. Default: `id`',
  })
  language?: string;

  @OptionalField(isString, {
    type: 'integer',
    minimum: 1,
    example: 3,
    description: 'The id of the API key whose hook secret signs this request; not used with Authorization',
  })
  key_id?: string;
}

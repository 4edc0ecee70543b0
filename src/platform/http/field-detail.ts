import { joinedTexts, type LocalizedText } from '../text/language.js';
import { NOT_BLANK } from './input-rules.js';

/** The metadata key of `ApiProperty`, which the package does not export. */
const PROPERTIES = 'swagger/apiModelProperties';

/** A field's schema as given to `ApiProperty`. */
interface FieldSchema {
  type?: unknown;
  format?: string;
  enum?: readonly unknown[];
  isArray?: boolean;
  items?: FieldSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  pattern?: string;
  nullable?: boolean;
  example?: unknown;
}

interface RejectedField {
  property: string;
  value?: unknown;
}

/** Fields described in one response. */
const FIELDS_MAX = 4;

/** Longer patterns do not help a caller. */
const PATTERN_MAX = 40;

/**
 * Describes what the rejected fields take, and never quotes input. If the error text states the rule, only strings,
 * lists and objects of a wrong type are described.
 */
export function detailOf(
  Dto: abstract new () => object,
  rejected: readonly RejectedField[],
  messageSaysRule: boolean,
): LocalizedText | undefined {
  const sentences = rejected.slice(0, FIELDS_MAX).flatMap(({ property, value }) => {
    const schema = schemaOf(Dto, property);
    if (!schema) return [];
    if (isNumberForText(schema, value)) return [quoted(property)];
    return messageSaysRule && hasType(schema, value) ? [] : [sentence(property, schema)];
  });
  return sentences.length === 0 ? undefined : joinedTexts(sentences);
}

function schemaOf(Dto: abstract new () => object, property: string): FieldSchema | undefined {
  return Reflect.getMetadata(PROPERTIES, Dto.prototype as object, property) as FieldSchema | undefined;
}

const isText = ({ type }: FieldSchema) => type === String || type === 'string';

const isNumberForText = (schema: FieldSchema, value: unknown) =>
  typeof value === 'number' && isText(schema) && schema.isArray !== true && schema.enum === undefined;

const quoted = (field: string): LocalizedText => ({
  id: `${field} harus teks dalam tanda kutip, karena angka kehilangan nol di depannya.`,
  en: `${field} must be a string in quotes, since a number loses its leading zeros.`,
});

function hasType(schema: FieldSchema, value: unknown): boolean {
  if (schema.isArray === true || schema.type === 'array') return Array.isArray(value);
  if (isText(schema)) return typeof value === 'string';
  if (schema.type === 'object') return typeof value === 'object' && !Array.isArray(value);
  return true;
}

function sentence(field: string, schema: FieldSchema): LocalizedText {
  const { id, en } = wordsOf(schema);
  const unit = unitOf(field);
  return {
    id: `${field} harus ${id}${unit ? ` (${unit.id})` : ''}${schema.nullable ? ', atau null' : ''}.`,
    en: `${field} must be ${en}${unit ? ` (${unit.en})` : ''}${schema.nullable ? ', or null' : ''}.`,
  };
}

function wordsOf(schema: FieldSchema): LocalizedText {
  if (schema.isArray === true || schema.type === 'array') return listWords(schema);
  if (schema.enum) return enumWords(schema.enum);
  switch (schema.type) {
    case 'integer':
    case 'number':
    case Number:
      return numberWords(schema);
    case 'boolean':
    case Boolean:
      return { id: 'true atau false', en: 'true or false' };
    case 'string':
    case String:
      return textWords(schema);
    default:
      return { id: 'objek', en: 'an object' };
  }
}

function enumWords(values: readonly unknown[]): LocalizedText {
  const list = values
    .filter((value) => value !== null)
    .map(String)
    .join(', ');
  return { id: `salah satu dari ${list}`, en: `one of ${list}` };
}

function numberWords({ minimum, maximum }: FieldSchema): LocalizedText {
  const bounds = range(minimum, maximum);
  return joinedTexts([{ id: 'bilangan bulat', en: 'a whole number' }, ...(bounds ? [bounds] : [])]);
}

function textWords({ minLength, maxLength, pattern, format, example }: FieldSchema): LocalizedText {
  const length = range(minLength, maxLength);
  const parts: LocalizedText[] = [{ id: 'teks', en: 'a string' }];
  if (length) parts.push({ id: `${length.id} karakter`, en: `${length.en} characters` });
  if (pattern !== undefined && pattern.length <= PATTERN_MAX && pattern !== NOT_BLANK)
    parts.push({ id: `dengan bentuk ${pattern}`, en: `that matches ${pattern}` });
  else if (format !== undefined) parts.push({ id: `berformat ${format}`, en: `of the format ${format}` });
  if (typeof example === 'string') parts.push({ id: `misalnya ${example}`, en: `for example ${example}` });
  return joinedTexts(parts);
}

function listWords(schema: FieldSchema): LocalizedText {
  const { type, minItems, maxItems } = schema;
  const items: FieldSchema = schema.items ?? {
    ...schema,
    type: Array.isArray(type) ? type[0] : type,
    isArray: false,
    example: undefined,
  };
  const length = range(minItems, maxItems);
  const of = items.enum
    ? { id: items.enum.map(String).join(', '), en: items.enum.map(String).join(', ') }
    : isText(items)
      ? { id: 'teks', en: 'strings' }
      : wordsOf(items);
  return {
    id: `daftar${length ? ` ${length.id}` : ''} dari ${of.id}`,
    en: `a list${length ? ` ${length.en}` : ''} of ${of.en}`,
  };
}

function range(min: number | undefined, max: number | undefined): LocalizedText | undefined {
  if (min !== undefined && max !== undefined)
    return { id: `dari ${min} sampai ${max}`, en: `from ${min} to ${max}` };
  if (min !== undefined) return { id: `minimal ${min}`, en: `of at least ${min}` };
  return max === undefined ? undefined : { id: `maksimal ${max}`, en: `of at most ${max}` };
}

/** Units, by the ending of a field name. */
const UNITS: readonly (readonly [ending: RegExp, unit: LocalizedText])[] = [
  [/_seconds$/, { id: 'detik', en: 'seconds' }],
  [/_minutes$/, { id: 'menit', en: 'minutes' }],
  [/_hours$/, { id: 'jam', en: 'hours' }],
  [/_days$/, { id: 'hari', en: 'days' }],
];

const unitOf = (field: string): LocalizedText | undefined =>
  UNITS.find(([ending]) => ending.test(field))?.[1];

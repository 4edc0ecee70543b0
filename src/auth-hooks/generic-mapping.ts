import { AppError } from '../platform/errors/index.js';
import type { GenericQueryDto } from './hook-query.dto.js';
import type { HookMessage } from './hooks.service.js';
import { parseJsonPath, readJsonPath } from './json-path.rules.js';

type Place = 'to' | 'code';

/** Reads a message's phone and code from a payload, at the JSON paths that the query names. */
export function mapHook(query: GenericQueryDto, payload: unknown): HookMessage {
  const phone = required(query, 'to', payload);
  const text = required(query, 'code', payload);
  // Only a text: a JSON number may have lost leading zeros.
  const code = typeof text === 'string' ? codeInText(text) : undefined;
  if (code === undefined) throw new AppError('otp_code_invalid', { body: { fields: ['code'] } });
  const { brand: companyName, language } = query;
  if (language === 'id' || language === 'en') return { phone, code, companyName, language };
  return { phone, code, companyName, locale: language && valueAt(language, payload) };
}

function required(query: GenericQueryDto, place: Place, payload: unknown): unknown {
  const value = valueAt(query[place], payload);
  if (value === undefined || value === null || value === '')
    throw new AppError('parameter_missing', { body: { fields: [place] } });
  return value;
}

function valueAt(path: string, payload: unknown): unknown {
  const steps = parseJsonPath(path);
  return steps && readJsonPath(steps, payload);
}

const DIGIT_RUNS = /(?<![\p{L}\p{N}_])[0-9]{4,10}(?![\p{L}\p{N}_])/gu;

/** The only run of 4 to 10 digits in a text; `undefined` for none or several. */
export function codeInText(text: string): string | undefined {
  const [code, ...others] = text.match(DIGIT_RUNS) ?? [];
  return others.length === 0 ? code : undefined;
}

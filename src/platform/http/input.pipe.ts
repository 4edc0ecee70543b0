import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, Validator } from 'class-validator';
import { AppError, type ErrorCode, ERRORS } from '../errors/index.js';
import { detailOf } from './field-detail.js';
import { explanationOf, isBlank, requiredFields } from './input-rules.js';
import { RequestBody } from './request-body.js';
import { checkUnknownMembers } from './unknown-members.js';

type Constructor<T extends object = object> = new () => T;

const validator = new Validator();

/** Turns input into DTOs. Checks unknown members (test keys), then missing fields, then the first broken rule. */
@Injectable()
export class InputPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type === 'custom' || type === 'param') return value;
    if (metatype === RequestBody) return value;
    const plain = type === 'body' ? await readObject(value) : { ...(value as object) };
    if (!isDto(metatype)) return plain;
    if (value instanceof RequestBody) checkUnknownMembers(value.request, plain, declaredBy(metatype));
    return toDto(plain, metatype);
  }
}

async function readObject(body: unknown): Promise<Record<string, unknown>> {
  return body instanceof RequestBody ? body.json() : {};
}

function isDto(metatype: unknown): metatype is Constructor {
  return (
    typeof metatype === 'function' &&
    !([Object, String, Number, Boolean, Array] as unknown[]).includes(metatype)
  );
}

/** Fails with `parameter_missing`, or with the code of the first broken rule. */
export function toDto<T extends object>(plain: Record<string, unknown>, Dto: Constructor<T>): T {
  const missing = requiredFields(Dto).filter((field) => isBlank(plain[field]));
  if (missing.length > 0) throw new AppError('parameter_missing', { body: { fields: missing } });
  // Undeclared members are removed first: class-transformer gives some names a meaning.
  const declared = Object.entries(plain).filter(([name]) => declaredBy(Dto).has(name));
  const dto = plainToInstance(Dto, Object.fromEntries(declared), { exposeDefaultValues: true });
  const errors = validator.validateSync(dto, { stopAtFirstError: true, forbidUnknownValues: true });
  if (errors.length > 0) throw toAppError(Dto, dto, errors);
  return dto;
}

const declarations = new WeakMap<Constructor, ReadonlySet<string>>();

/** Fields that have rules. */
function declaredBy(Dto: Constructor): ReadonlySet<string> {
  const known = declarations.get(Dto);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(Dto, '', false, false);
  const declared = new Set(rules.map(({ propertyName }) => propertyName));
  declarations.set(Dto, declared);
  return declared;
}

/** The name of each of our rules is its error code. */
function toAppError(Dto: Constructor, dto: object, errors: ValidationError[]): AppError {
  const rule = Object.keys(errors[0]?.constraints ?? {})[0] ?? '';
  const code = rule in ERRORS ? (rule as ErrorCode) : 'parameter_invalid';
  return new AppError(code, {
    body: { fields: errors.map(({ property }) => property) },
    detail:
      explanationOf(dto, errors[0]?.property ?? '') ?? detailOf(Dto, errors, code !== 'parameter_invalid'),
  });
}

import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../platform/errors/index.js';
import { codeToKeep, fieldsToKeep, isRecorded, routeToKeep } from './refused-request.rules.js';

describe('what is kept of a request', () => {
  it('is a refusal or a fault, and no success', () => {
    const told = [200, 201, 301, 399, 400, 401, 404, 422, 429, 430, 431, 499, 500, 502, 504].filter(
      isRecorded,
    );
    expect(told).toEqual([400, 401, 404, 422, 429, 500, 502, 504]);
  });

  it('is the names of fields, and nothing that could be a value', () => {
    expect(fieldsToKeep(['phone', 'otp_code', '081234567890', 'a b', '$.to', '', 'x'.repeat(41)])).toEqual([
      'phone',
      'otp_code',
    ]);
    expect(fieldsToKeep(Array.from({ length: 20 }, (_, n) => `f${n}`))).toHaveLength(10);
    expect(fieldsToKeep(['081234567890'])).toBeNull();
    expect(fieldsToKeep([])).toBeNull();
  });

  it('fits its columns, and no code of ours is cut', () => {
    expect(routeToKeep('POST', `/${'x'.repeat(300)}`)).toHaveLength(120);
    for (const code of Object.keys(ERRORS)) expect(codeToKeep(code)).toBe(code);
  });
});

import { describe, expect, it } from 'vitest';
import { bearerOf, isMissing } from './bearer.js';

describe('the Authorization header', () => {
  it.each([undefined, '', ' ', 'Bearer', 'bearer ', 'BEARER  '])('%j is no credential', (header) => {
    expect(isMissing(header)).toBe(true);
    expect(bearerOf(header)).toBeNull();
  });

  it.each(['Basic', 'Basic dXNlcg==', 'Bearer a b', 'Token abc', 'abc', 'Bearer,abc'])(
    '%j is a credential, but no bearer token',
    (header) => {
      expect(isMissing(header)).toBe(false);
      expect(bearerOf(header)).toBeNull();
    },
  );

  it.each(['Bearer abc.def', 'bearer abc.def', 'BEARER   abc.def'])('%j carries a token', (header) => {
    expect(isMissing(header)).toBe(false);
    expect(bearerOf(header)).toBe('abc.def');
  });
});

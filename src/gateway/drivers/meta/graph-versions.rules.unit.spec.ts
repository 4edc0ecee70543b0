import { describe, expect, it } from 'vitest';
import { DEFAULT_GRAPH_VERSION, graphVersionAt } from './graph-versions.rules.js';

describe('a version of the Graph API', () => {
  it.each([
    ['v23.0', '2027-04-07T23:59:59Z', '2027-10-08', false],
    ['v23.0', '2027-04-08T00:00:00Z', '2027-10-08', true],
    ['v24.0', '2027-08-18T23:59:59Z', '2028-02-18', false],
    ['v24.0', '2027-08-19T00:00:00Z', '2028-02-18', true],
    ['v25.0', '2028-01-28T00:00:00Z', '2028-07-29', true],
    ['v25.0', '2030-01-01T00:00:00Z', '2028-07-29', true],
    ['v22.0', '2026-11-28T00:00:00Z', '2027-10-08', true],
  ])('%s is ending at %s, half a year before %s: %s', (version, now, ends, isEnding) => {
    const at = graphVersionAt(version, new Date(now));
    expect(at).toMatchObject({ version, isEnding, recommended: DEFAULT_GRAPH_VERSION });
    expect(at.endsBy?.toISOString().slice(0, 10)).toBe(ends);
  });

  it('that is newer than those whose end was announced has none', () => {
    const at = graphVersionAt('v26.0', new Date('2030-01-01'));
    expect(at).toMatchObject({ endsBy: null, isEnding: false });
  });

  it('that devices have by default is v25 or newer', () => {
    expect(Number(/^v(\d+)\.0$/.exec(DEFAULT_GRAPH_VERSION)?.[1])).toBeGreaterThanOrEqual(25);
  });
});

import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { isSupported, nodeProblems } from './node-version.js';
import { ENGINES } from './project.js';

const VERSIONS = [
  ...[
    '18.20.8',
    '20.18.3',
    '20.19.0',
    '20.20.2',
    '21.7.3',
    '22.0.0',
    '22.12.0',
    '22.13.0',
    '22.23.3',
    '23.11.1',
  ],
  ...['24.0.0', '24.10.0', '24.11.0', '24.21.0', '25.0.0', '26.10.0', '27.0.0'],
];

describe('the versions of Node.js', () => {
  it('are read from package.json as npm reads them', () => {
    for (const version of VERSIONS)
      expect(isSupported(version, ENGINES), version).toBe(semver.satisfies(version, ENGINES));
  });

  it('include the four lines that are promised', () => {
    for (const version of ['20.19.0', '22.13.0', '24.11.0', '26.0.0'])
      expect(nodeProblems(version)).toEqual([]);
  });

  it('that are not supported are rejected with the range that is', () => {
    for (const version of ['18.20.8', '20.18.3', '21.7.3', '23.11.1'])
      expect(nodeProblems(version)).toEqual([expect.stringContaining(ENGINES)]);
  });
});

import { expect, it } from 'vitest';
import { describeSwitch } from '../../../simulator/switches.js';
import { KNOWN_WORDS } from '../../../src/gateway/failure-reasons.js';
import { FAILURE_REASONS } from '../../../src/platform/text/failure-reason.js';
import { codeOf, read, rows } from '../../repository/tables.js';

it('docs/errors.md has an action for each reason, and no unknown reason', () => {
  const told = rows(read('docs/errors.md'), '## Failure reasons', '## Rejected requests');
  expect(told.map(([reason]) => codeOf(reason))).toEqual(['reason', ...FAILURE_REASONS]);
});

it('docs/gateways.md lists the words that are read, in their order', () => {
  const [, ...told] = rows(read('docs/gateways.md'), '### Reasons', '### The signature');
  expect(told.map(([reason, phrases]) => [codeOf(reason), phrases?.split(', ')])).toEqual(KNOWN_WORDS);
});

it('the simulator can give each of them', () => {
  expect(describeSwitch('reason').takes).toBe(['none', ...FAILURE_REASONS].join(', '));
});

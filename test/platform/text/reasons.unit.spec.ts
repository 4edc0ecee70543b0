import { expect, it } from 'vitest';
import { describeSwitch } from '../../../simulator/switches.js';
import { KNOWN_WORDS } from '../../../src/gateway/failure-reasons.js';
import { FAILURE_REASONS } from '../../../src/platform/text/failure-reason.js';
import { codeOf, read, rows } from '../../repository/tables.js';

it('docs/integrating.md says what to do about each reason, and of none that does not exist', () => {
  const told = rows(read('docs/integrating.md'), '### Reasons', '## Webhooks');
  expect(told.map(([reason]) => codeOf(reason))).toEqual(['reason', ...FAILURE_REASONS]);
});

it('docs/gateways.md lists the words that are read, in their order', () => {
  const [, ...told] = rows(read('docs/gateways.md'), '### Reasons', '### The signature');
  expect(told.map(([reason, phrases]) => [codeOf(reason), phrases?.split(', ')])).toEqual(KNOWN_WORDS);
});

it('the simulator can give each of them', () => {
  expect(describeSwitch('reason').takes).toBe(['none', ...FAILURE_REASONS].join(', '));
});

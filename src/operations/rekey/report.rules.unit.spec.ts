import { expect, it } from 'vitest';
import { nextStepText, type Remaining, remainingText, requiredFlags, sealedText } from './report.rules.js';

const NOTHING: Remaining = {
  ...{
    messages: 0,
    messagesUntil: undefined,
    expiring: [],
    permanent: [],
    loginAddresses: 0,
    owners: [],
    devices: [],
  },
};
const one = { rows: 1, endsAt: undefined };

it('the old key can go once nothing needs it, whatever owners and devices have to do', () => {
  expect(remainingText(NOTHING)).toBe('');
  expect(requiredFlags({ ...NOTHING, owners: ['budi'], devices: ['wa-1'], loginAddresses: 3 })).toEqual([]);
  expect(nextStepText(NOTHING)).toMatch(/^The old key can go/);
  expect(nextStepText({ ...NOTHING, devices: ['wa-1'] })).toMatch(/^After that, the old key can go/);
});

it('the old key goes at a word for each kind that still needs it', () => {
  expect(requiredFlags({ ...NOTHING, messages: 1 })).toEqual(['--forget-indexes']);
  expect(requiredFlags({ ...NOTHING, expiring: [['duplicate windows', one]] })).toEqual(['--forget-indexes']);
  expect(requiredFlags({ ...NOTHING, permanent: [['restrictions', one]] })).toEqual(['--forget-lists']);
  expect(nextStepText({ ...NOTHING, messages: 1, permanent: [['restrictions', one]] })).toContain(
    '--drop-old-key --forget-indexes --forget-lists',
  );
});

it('says what was sealed again, and what no key opens', () => {
  expect(sealedText(new Map([['devices.token_sealed', 2]]), new Map([['webhook_endpoints.secret', 1]]))).toBe(
    'Sealed with the new key: 2 (devices.token_sealed 2).\nNeither key opens, and nothing ever will: webhook_endpoints.secret 1. Enter them again.',
  );
});

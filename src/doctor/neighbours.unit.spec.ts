import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { checkClock } from './neighbours.js';
import { bad, good, lineOf, none, summaryOf } from './report.rules.js';

describe('the clocks', () => {
  it.each([
    [{ 'the database': 0.2, 'https://otp.example.com': -4.9 }, 'good'],
    [{ 'the database': -5.1, 'https://otp.example.com': 0 }, 'bad'],
    [{ 'the database': undefined, 'https://otp.example.com': 7200 }, 'bad'],
    [{ 'the database': undefined }, 'none'],
  ])('%j are %s', (others, verdict) => {
    expect(checkClock(others).verdict).toBe(verdict);
  });
});

describe('the report', () => {
  it('is one line for each, with the mend below what is amiss', () => {
    expect(lineOf(good('mail', 'fine'))).toBe('✓ mail             fine\n');
    expect(lineOf(none('Redis', 'not used'))).toBe('– Redis            not used\n');
    expect(lineOf(bad('device', 'is\n\u001b[2Jout', 'Start it.'))).toBe(
      '✗ device           is [2Jout\n                   → Start it.\n',
    );
  });

  it('ends with how much is amiss', () => {
    expect(summaryOf([good('mail', 'fine'), none('Redis', 'not used')])).toBe('All is well.\n');
    expect(summaryOf([bad('mail', 'out', 'mend')])).toBe('One thing needs mending.\n');
    expect(summaryOf([bad('mail', 'out', 'mend'), bad('Redis', 'out', 'mend')])).toBe(
      '2 things need mending.\n',
    );
  });
});

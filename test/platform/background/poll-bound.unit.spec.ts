import { describe, expect, it } from 'vitest';
import { PollBound } from '../../../src/platform/background/poll-bound.js';
import { TestClock } from '../../support/test-clock.js';

const start = () => {
  const clock = new TestClock();
  const bound = new PollBound(clock);
  const poll = (rows: number[]) => {
    const from = bound.begin();
    bound.found(rows[0], rows.at(-1));
    return from;
  };
  return { clock, poll };
};

describe('where a poll begins', () => {
  it('is where it was a minute or two before, and at 0 once a minute', () => {
    const { clock, poll } = start();
    expect([poll([1, 9]), poll([]), poll([])]).toEqual([0, 0, 0]);
    clock.advance(60);
    expect([poll([10, 20]), poll([])]).toEqual([0, 0]);
    clock.advance(60);
    expect([poll([21, 30]), poll([])]).toEqual([0, 9]);
    clock.advance(59);
    expect(poll([])).toBe(9);
    clock.advance(1);
    expect([poll([]), poll([])]).toEqual([0, 20]);
  });

  it('never passes a row that stays unfinished', () => {
    const { clock, poll } = start();
    for (let minute = 0; minute < 5; minute++) {
      poll([7, 100 + minute]);
      clock.advance(60);
    }
    poll([7]);
    expect(poll([7])).toBe(6);
  });

  it('is 0 again after the clock was set back', () => {
    const { clock, poll } = start();
    for (let minute = 0; minute < 5; minute++) {
      poll([minute + 1]);
      clock.advance(60);
    }
    clock.advance(-3600);
    expect([poll([]), poll([])]).toEqual([0, 0]);
  });
});

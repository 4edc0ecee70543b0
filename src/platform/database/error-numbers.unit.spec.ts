import { describe, expect, it } from 'vitest';
import { type Meaning, meaningOf } from './error-numbers.js';
import { isAnswered, isNotStored, isOfOtherServer, isRetryable, isRolledBack } from './retryable.rules.js';
import { asUnavailable, isSpoilt, isUnavailable } from './unavailable.js';

/** Of each number: its meaning. A number that moves, or goes, fails its own test. */
const NUMBERS: [number, Meaning][] = [
  ...[1020, 1205, 1213, 8002, 8022, 8028, 9007].map((number): [number, Meaning] => [number, 'rolled_back']),
  [3101, 'rolled_back_by_group'],
  ...[1047, 1053, 1077, 1079, 1152, 1158, 1159, 1160, 1161, 1184, 1317, 1927, 3032, 4031].map(
    (number): [number, Meaning] => [number, 'broken_off'],
  ),
  ...[3100, 3781, 3782, 3783, 3796, 3797, 3798, 3799].map((number): [number, Meaning] => [
    number,
    'broken_off',
  ]),
  ...[8027, 8229, 9001, 9002, 9003, 9004, 9005].map((number): [number, Meaning] => [number, 'broken_off']),
  ...[1036, 1290, 1792, 1836, 1874, 3989].map((number): [number, Meaning] => [number, 'not_writable']),
  ...[3, 1026, 1180, 1534, 1598].map((number): [number, Meaning] => [number, 'commit_unknown']),
];

/** Of each meaning: does the work run again before COMMIT, does COMMIT leave nothing, is the connection dropped. */
const CONSEQUENCES: Record<Meaning, { runsAgain: boolean; storesNothing: boolean; drops: boolean }> = {
  rolled_back: { runsAgain: true, storesNothing: true, drops: false },
  rolled_back_by_group: { runsAgain: true, storesNothing: true, drops: true },
  broken_off: { runsAgain: true, storesNothing: false, drops: true },
  not_writable: { runsAgain: true, storesNothing: true, drops: true },
  commit_unknown: { runsAgain: false, storesNothing: false, drops: false },
};

const failure = (errno: number, message = 'no') =>
  Object.assign(new Error(message), { errno, sqlState: 'HY000' });

describe('an error of the server', () => {
  it.each(NUMBERS)('with the number %i is %s', (errno, meaning) => {
    const error = failure(errno);
    expect(meaningOf(error)).toBe(meaning);
    const { runsAgain, storesNothing, drops } = CONSEQUENCES[meaning];
    expect(isRetryable(error)).toBe(runsAgain);
    expect([isNotStored(error), isAnswered(error)]).toEqual([storesNothing, storesNothing]);
    expect(isSpoilt(error)).toBe(drops);
    expect(isRolledBack(error)).toBe(meaning.startsWith('rolled_back'));
    expect(isOfOtherServer(error)).toBe(meaning === 'not_writable');
    expect(isUnavailable(asUnavailable(error))).toBe(
      meaning === 'broken_off' || meaning === 'not_writable' || errno === 1534 || errno === 1598,
    );
  });

  it('has its meaning also inside the error of the ORM', () => {
    expect(isRetryable({ driverError: failure(9007) })).toBe(true);
  });

  it('without a number of its own is known by its text', () => {
    expect(isRolledBack(failure(1105, 'pessimistic lock retry limit reached'))).toBe(true);
    expect(isRetryable(failure(1105))).toBe(false);
  });

  it('that is about the statement is not run again, and leaves nothing at COMMIT', () => {
    for (const errno of [1062, 1064, 3819, 4025]) {
      expect(meaningOf(failure(errno))).toBeUndefined();
      expect([isRetryable(failure(errno)), isAnswered(failure(errno))]).toEqual([false, true]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { addSeconds } from '../../../platform/time/clock.js';
import { type AlertInput, type AlertTiming, decide, type OpenAlert } from './alert.rules.js';

const NOW = new Date('2026-01-31T12:00:00Z');
const ago = (seconds: number) => addSeconds(NOW, -seconds);
const PATIENCE: AlertTiming = { beginSeconds: 60, holdSeconds: 60, gapSeconds: 30 };
const CERTAIN: AlertTiming = { beginSeconds: 0, holdSeconds: 0, gapSeconds: 30 };
const KEY = 'device_disconnected:device:7';

interface Case {
  /** Seconds since the alert's cause was first seen, last seen, and told; undefined: there is no alert. */
  since?: number;
  seen?: number;
  begun?: boolean;
  isObserved: boolean;
  sawBefore?: boolean;
  /** For so long this instance has looked; undefined: it looks for the first time. */
  looked?: number;
}

function stepsOf(
  { since, seen = 0, begun, isObserved: isObserved, sawBefore, looked }: Case,
  patience = PATIENCE,
) {
  const alert: OpenAlert = {
    id: 1,
    key: KEY,
    since: ago(since ?? 0),
    seenAt: ago(seen),
    begunAt: begun ? ago(seen) : null,
  };
  const situation: AlertInput = {
    at: NOW,
    observedKeys: new Set(isObserved ? [KEY] : []),
    open: since === undefined ? [] : [alert],
    memory:
      looked === undefined
        ? undefined
        : { since: ago(looked), observedKeys: new Set(sawBefore ? [KEY] : []) },
  };
  return decide(situation, patience).map(({ step }) => step);
}

const SEENS = [0, 5, 14, 15, 29, 30, 31, 59, 60, 61, 86_400];
const SINCES = [0, 5, 59, 60, 61, 86_400];
const LOOKS = [undefined, 0, 59, 60, 86_400];
const cases = SEENS.flatMap((seen) =>
  SINCES.filter((since) => since >= seen).flatMap((since) =>
    LOOKS.flatMap((looked) =>
      [true, false].flatMap((isObserved) =>
        [true, false].map((sawBefore) => ({ seen, since, looked, isObserved: isObserved, sawBefore })),
      ),
    ),
  ),
);

describe('a cause of an alert', () => {
  it('is noted when it is new, and told at once only where a look is a finding', () => {
    const situation = { at: NOW, observedKeys: new Set([KEY]), open: [], memory: undefined };
    expect(decide(situation, PATIENCE)).toEqual([{ step: 'open', key: KEY, begins: false }]);
    expect(decide(situation, CERTAIN)).toEqual([{ step: 'open', key: KEY, begins: true }]);
  });

  it('that nobody sees is no alert', () => {
    for (const looked of LOOKS) expect(stepsOf({ isObserved: false, looked })).toEqual([]);
  });

  it('begins exactly when it is seen, was seen all the time, and has held', () => {
    for (const one of cases.filter(({ isObserved: isObserved }) => isObserved)) {
      const expected = one.seen > 30 ? 'restart' : one.since >= 60 ? 'begin' : 'keep';
      expect(stepsOf(one), JSON.stringify(one)).toEqual([expected]);
    }
  });

  it('that went before it was told is forgotten by who saw it, or by anyone once nobody has for long', () => {
    for (const one of cases.filter(({ isObserved: isObserved }) => !isObserved)) {
      const saw = one.looked !== undefined && one.sawBefore;
      expect(stepsOf(one), JSON.stringify(one)).toEqual(saw || one.seen > 30 ? ['drop'] : []);
    }
  });

  it('that flaps is never told, however often it comes', () => {
    let open: OpenAlert[] = [];
    let saw = new Set<string>();
    for (let second = 0; second < 600; second += 5) {
      const at = addSeconds(NOW, second);
      const observed = new Set(second % 60 < 50 ? [KEY] : []);
      const memory = { since: NOW, observedKeys: saw };
      const steps = decide({ at, observedKeys: observed, open, memory }, PATIENCE);
      for (const { step } of steps) {
        expect(['open', 'keep', 'drop']).toContain(step);
        if (step === 'open') open = [{ id: 1, key: KEY, since: at, seenAt: at, begunAt: null }];
        if (step === 'keep') open = open.map((alert) => ({ ...alert, seenAt: at }));
        if (step === 'drop') open = [];
      }
      saw = observed;
    }
  });
});

describe('an alert that was told', () => {
  it('is stored a few times while its cause lasts, and never notified again', () => {
    for (const one of cases.filter(({ isObserved: isObserved }) => isObserved)) {
      const expected = one.seen >= 15 ? ['keep'] : [];
      expect(stepsOf({ ...one, begun: true }), JSON.stringify(one)).toEqual(expected);
    }
  });

  it('ends exactly when nobody has seen its cause for long, and this instance has looked for as long', () => {
    for (const one of cases.filter(({ isObserved: isObserved }) => !isObserved)) {
      const isOver = one.seen >= 60 && (one.looked ?? 0) >= 60;
      expect(stepsOf({ ...one, begun: true }), JSON.stringify(one)).toEqual(isOver ? ['end'] : []);
    }
  });

  it('ends at the next look where a look is a finding, after a restart too', () => {
    for (const looked of LOOKS)
      expect(stepsOf({ since: 9, seen: 9, begun: true, isObserved: false, looked }, CERTAIN)).toEqual([
        'end',
      ]);
  });

  it('is not ended by a finding that is older than the one that began it', () => {
    expect(stepsOf({ since: -5, seen: -5, begun: true, isObserved: false, looked: 99 }, CERTAIN)).toEqual([]);
  });

  it('about one subject says nothing of another', () => {
    const other = { id: 2, key: 'device_disconnected:device:8', since: ago(99), seenAt: ago(1) };
    const open = [{ ...other, begunAt: ago(40) }];
    const observed = new Set([KEY]);
    expect(decide({ at: NOW, observedKeys: observed, open, memory: undefined }, PATIENCE)).toEqual([
      { step: 'open', key: KEY, begins: false },
    ]);
  });
});

import type { Timetable } from '../fleet/time.js';

/** Waits for something: calls `resume` once, and never before it has returned. */
export type Wait = (resume: () => void) => void;

/** What takes simulated time, written down as one goes through it: it yields what it waits for. */
export type Process<T = void> = Generator<Wait, T, void>;

export function start(process: Process): void {
  const resume = () => {
    const step = process.next();
    if (!step.done) step.value(resume);
  };
  resume();
}

export const pause =
  (timetable: Timetable, ms: number): Wait =>
  (resume) =>
    timetable.at(timetable.nowMs + ms, resume);

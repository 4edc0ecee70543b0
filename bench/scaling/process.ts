import type { Timetable } from '../fleet/time.js';

/** Waits for an event: calls `resume` exactly once, and only after it has returned. */
export type Wait = (resume: () => void) => void;

/** A sequence of steps that take simulated time. It yields each event that it waits for. */
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

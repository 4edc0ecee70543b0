import type { Behaviours } from './behaviours.js';
import type { CallbackSender } from './callbacks.js';
import type { Timers } from './clock.js';
import type { MessageLog } from './log.js';
import type { Tasks } from './tasks.js';
import type { Timelines } from './timeline.js';

/** What the simulator was asked and did, counted since it started. */
export interface RequestCounters {
  /** well-formed, authorised `POST /messages`, repeats included */
  sends: number;
  /** messages taken, each reference once */
  accepted: number;
  /** sends answered with the id of an earlier one */
  replayed: number;
  refused: number;
  /** connections cut instead of an answer */
  dropped: number;
  /** taken, but answered so that the service cannot know */
  unreadable: number;
  lookups: number;
  statusChecks: number;
  /** requests without the token */
  unauthorized: number;
  /** malformed requests and unknown paths */
  invalid: number;
  /** HTTP attempts of callbacks */
  callbackAttempts: number;
  /** callbacks answered with 2xx, after however many attempts */
  callbacksTaken: number;
  /** callbacks given up */
  callbacksLost: number;
}

/** What the handlers of the simulator share. */
export interface SimulatorContext {
  readonly token: string;
  /** Its own phone, digits; null: not told. */
  readonly number: string | null;
  readonly maxMessages: number;
  readonly timers: Timers;
  readonly tasks: Tasks;
  readonly log: MessageLog;
  readonly behaviours: Behaviours;
  readonly callbacks: CallbackSender;
  readonly timelines: Timelines;
  readonly requests: RequestCounters;
  print(text: string): void;
}

export function newCounters(): RequestCounters {
  return {
    sends: 0,
    accepted: 0,
    replayed: 0,
    refused: 0,
    dropped: 0,
    unreadable: 0,
    lookups: 0,
    statusChecks: 0,
    unauthorized: 0,
    invalid: 0,
    callbackAttempts: 0,
    callbacksTaken: 0,
    callbacksLost: 0,
  };
}

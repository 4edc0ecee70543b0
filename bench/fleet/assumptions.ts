import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.js';

/**
 * What is assumed of people, WhatsApp and gateways. bench/results/fleet-simulation.md gives the source of each figure, or says
 * that there is none.
 */
export const ASSUMPTIONS = {
  people: {
    /** The rest come from people who were sent a code before. */
    newShare: 0.4,
    /** How many people, for each device, were sent a code before the simulation begins. */
    earlierPerDevice: 200,
    /** Sends in each local hour, beside each other. */
    rhythm: [3, 2, 1, 1, 2, 4, 8, 12, 15, 17, 18, 18, 17, 16, 15, 15, 16, 18, 21, 23, 22, 18, 11, 6],
    /** The phone is off or without network; the message comes when it is back. */
    offShare: 0.02,
    offMs: { median: 2 * HOUR_MS, spread: 1 },
    /** A code that comes later is of no use. */
    usefulMs: 5 * MINUTE_MS,
  },
  /** What an account may do before WhatsApp minds, by days since it was linked; in between, straight lines. */
  tolerance: {
    newChatsPerDay: [
      { days: 0, of: 30 },
      { days: 7, of: 40 },
      { days: 30, of: 250 },
      { days: 90, of: 400 },
    ],
    messagesPerHour: [
      { days: 0, of: 30 },
      { days: 7, of: 40 },
      { days: 30, of: 150 },
    ],
    /** No two accounts are treated the same. */
    spread: 0.4,
  },
  /** How often in a day, for an account right at its tolerance; the cube of the pressure multiplies it. */
  sanctions: {
    exponent: 3,
    pressureMax: 4,
    coldLock: { perDay: 0.3, lasts: { median: 12 * HOUR_MS, spread: 0.8 } },
    restriction: { perDay: 0.08, lasts: { median: 24 * HOUR_MS, spread: 0.7 } },
    ban: { perDay: 0.03, everyPerDay: 0.001 },
    /** How often WhatsApp looks. */
    reviewMs: 10 * MINUTE_MS,
  },
  /** What goes wrong whatever is sent: once in so long on average, for so long. */
  troubles: {
    silent: { everyMs: 15 * DAY_MS, lasts: { median: 5 * HOUR_MS, spread: 0.8 } },
    slow: { everyMs: 4 * DAY_MS, lasts: { median: 45 * MINUTE_MS, spread: 0.7 } },
    disconnected: { everyMs: DAY_MS / 2, lasts: { median: 4 * MINUTE_MS, spread: 0.8 } },
  },
  gateways: {
    answerMs: { median: 700, spread: 0.4 },
    ackMs: { median: 2.5 * SECOND_MS, spread: 0.6 },
    slowAckMs: { median: 75 * SECOND_MS, spread: 0.6 },
    /** Accepted and never heard of again, on a sound device. */
    lossShare: 0.005,
    /** Some devices lose more, for good. */
    poorShare: 0.2,
    poorLossShare: 0.05,
    /** How the gateway of a cold-locked account treats a message to someone new. */
    coldLockFaces: [
      { face: 'refuses', share: 0.5 },
      { face: 'fails', share: 0.25 },
      { face: 'drops', share: 0.25 },
    ],
    /** The gateway says when a restriction ends. */
    tellsEndShare: 0.5,
  },
  /** An SMS beside WhatsApp. Its gateway takes every message. */
  secondChannel: {
    arrivesMs: { median: 8 * SECOND_MS, spread: 0.8 },
    lossShare: 0.02,
  },
  fleet: {
    ages: [
      { share: 0.2, fromDays: 0, toDays: 7 },
      { share: 0.3, fromDays: 7, toDays: 30 },
      { share: 0.5, fromDays: 30, toDays: 365 },
    ],
  },
} as const;

/** A length of time, or whatever else has a median and a spread. */
export interface Around {
  readonly median: number;
  readonly spread: number;
}

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.js';

/**
 * Assumptions about people, WhatsApp and gateways. bench/results/fleet-simulation.md gives the source of each figure,
 * or says that there is none.
 */
export const ASSUMPTIONS = {
  people: {
    /** The share of sends to people who never got a code before. */
    newShare: 0.4,
    /** People per device who got a code before the simulation begins. */
    earlierPerDevice: 200,
    /** Relative numbers of sends in each local hour. */
    hourlyWeights: [3, 2, 1, 1, 2, 4, 8, 12, 15, 17, 18, 18, 17, 16, 15, 15, 16, 18, 21, 23, 22, 18, 11, 6],
    /** The share of phones that are off or without network. A message then arrives when the phone is back. */
    offShare: 0.02,
    offMs: { median: 2 * HOUR_MS, spread: 1 },
    /** A code that arrives later is useless. */
    usefulMs: 5 * MINUTE_MS,
  },
  /** The volume that WhatsApp tolerates, by days since the account was linked; interpolated linearly. */
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
    /** How much the tolerance differs between accounts. */
    spread: 0.4,
  },
  /** Sanctions per day of an account exactly at its tolerance. They grow with the cube of the volume. */
  sanctions: {
    exponent: 3,
    pressureMax: 4,
    coldLock: { perDay: 0.3, lasts: { median: 12 * HOUR_MS, spread: 0.8 } },
    restriction: { perDay: 0.08, lasts: { median: 24 * HOUR_MS, spread: 0.7 } },
    ban: { perDay: 0.03, everyPerDay: 0.001 },
    /** The interval at which WhatsApp reviews an account. */
    reviewMs: 10 * MINUTE_MS,
  },
  /** Faults that do not depend on the messages: the mean time between them, and how long they last. */
  troubles: {
    silent: { everyMs: 15 * DAY_MS, lasts: { median: 5 * HOUR_MS, spread: 0.8 } },
    slow: { everyMs: 4 * DAY_MS, lasts: { median: 45 * MINUTE_MS, spread: 0.7 } },
    disconnected: { everyMs: DAY_MS / 2, lasts: { median: 4 * MINUTE_MS, spread: 0.8 } },
  },
  gateways: {
    answerMs: { median: 700, spread: 0.4 },
    ackMs: { median: 2.5 * SECOND_MS, spread: 0.6 },
    slowAckMs: { median: 75 * SECOND_MS, spread: 0.6 },
    /** The share of accepted messages that a good device loses. */
    lossShare: 0.005,
    /** The share of devices that always lose more. */
    poorShare: 0.2,
    poorLossShare: 0.05,
    /** What the gateway does with a message to a new person while WhatsApp has locked new chats ("cold lock"). */
    coldLockFaces: [
      { face: 'refuses', share: 0.5 },
      { face: 'fails', share: 0.25 },
      { face: 'drops', share: 0.25 },
    ],
    /** The share of gateways that tell when a restriction ends. */
    tellsEndShare: 0.5,
  },
  /** SMS as the second channel. Its gateway accepts every message. */
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

/** A random value, such as a length of time, by its median and spread. */
export interface Around {
  readonly median: number;
  readonly spread: number;
}

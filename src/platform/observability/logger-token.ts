import type { Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Injection token of the logger. */
export const LOGGER = Symbol('logger');

import type { Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

export const LOGGER = Symbol('logger');

import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { logOutput } from './log-output.js';

/**
 * JSON lines on standard output. Bodies, headers and addresses are never logged; the paths below are a second net
 * for what a future line might carry.
 */
export function createLogger(level: string, destination: DestinationStream = logOutput()): Logger {
  const options = {
    level,
    base: null,
    serializers: { req: () => undefined, res: () => undefined },
    redact: {
      paths: [
        'authorization',
        '*.authorization',
        'password',
        '*.password',
        'token',
        '*.token',
        'phone',
        '*.phone',
      ].concat(['otp_code', '*.otp_code', 'parameters', '*.parameters', 'query', '*.query']),
      censor: '[redacted]',
    },
  };
  return pino(options, destination);
}

/** Nest logs what it throws at boot; main.ts says it again, in words for the operator. */
const THROWN_TOO = ['ExceptionHandler', 'NestApplication'];

/** Nest's own lines, through the same logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    // Nest tells every route and module at boot: that is for debugging.
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    const level = THROWN_TOO.includes(context ?? '') ? 'debug' : 'error';
    this.logger[level]({ context, stack }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}

import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { logOutput } from './log-output.js';

/** JSON lines on standard output. Bodies and headers are not logged; redaction is a second safety net. */
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

/** Nest's contexts of startup errors, which Nest also throws: main.ts prints those for the operator. */
const THROWN_TOO = ['ExceptionHandler', 'NestApplication'];

export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    // Nest logs every route and module at startup.
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

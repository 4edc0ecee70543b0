import type { Logger } from 'pino';
import { withSourcePositions } from '../observability/index.js';

/** Terminal and npm both forward Ctrl-C: ignore the second signal within this time. */
export const ECHO_MS = 1000;

export interface StopOptions {
  logger: Logger;
  graceMs: number;
  /** Ends the work under way. */
  close: () => Promise<void>;
}

/** SIGTERM and SIGINT stop the process with 0; it exits with 1 after `graceMs` or at a second signal. */
export function stopOnSignals({ logger, graceMs, close }: StopOptions): void {
  let sinceMs: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (sinceMs !== undefined) {
      if (performance.now() - sinceMs < ECHO_MS) return;
      logger.error({ signal }, 'stopped at once by a second signal');
      process.exit(1);
    }
    sinceMs = performance.now();
    logger.info({ signal }, 'stopping: requests under way end, new ones are refused');
    setTimeout(() => {
      logger.error({ graceMs }, 'not stopped within SHUTDOWN_GRACE_MS: leaving work unfinished');
      process.exit(1);
    }, graceMs);
    close().then(
      () => process.exit(0),
      (error: Error) => {
        logger.error(
          { err: { message: error.message, stack: withSourcePositions(error.stack) } },
          'the stop failed',
        );
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Logs message and stack of an uncaught exception and exits, also if the log cannot be written. */
export function logCrashes(logger: Logger): void {
  process.on('uncaughtException', (error: unknown) => {
    try {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      logger.fatal({ err: { message, stack: withSourcePositions(stack) } }, 'crashed');
    } finally {
      process.exit(1);
    }
  });
}

/** Ignores errors of a full disk or closed pipe. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

const LISTEN_FIXES: Record<string, string> = {
  EADDRINUSE: 'PORT is in use by another process: stop that process, or set PORT to a free port',
  EACCES: 'This user may not listen on PORT: set PORT to 1024 or more',
  EADDRNOTAVAIL: 'HOST is not an address of this machine: set HOST to one, or to 0.0.0.0 for all',
  ENOTFOUND: 'HOST does not resolve: set HOST to an address, or to 0.0.0.0 for all',
};

/** System calls of a failed listen. A worker reports the primary's listen as `bind`. */
const LISTENING = ['listen', 'bind', 'getaddrinfo'];

/** The reason for a failed startup, with a fix for the operator. */
export function explainStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  const fix = LISTENING.includes(syscall ?? '') ? LISTEN_FIXES[code ?? ''] : undefined;
  return fix === undefined ? error.message : `${fix} (${error.message})`;
}

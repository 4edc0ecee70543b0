import type { Logger } from 'pino';
import { inSources } from '../observability/index.js';

/** A terminal and npm both pass one Ctrl-C on: the echo of a signal is not a second one. */
export const ECHO_MS = 1000;

export interface StopOptions {
  logger: Logger;
  graceMs: number;
  /** Ends what is under way. */
  close: () => Promise<void>;
}

/**
 * SIGTERM and SIGINT end what is under way and then the process, with 0. After `graceMs`, or at a second signal, it
 * ends with 1 at once, and what was left is for the recovery.
 */
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
        logger.error({ err: { message: error.message, stack: inSources(error.stack) } }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * A fault that nobody caught ends the process as Node would, but its line tells no more than message and stack. It ends too
 * where that line cannot be written.
 */
export function logCrashes(logger: Logger): void {
  process.on('uncaughtException', (error: unknown) => {
    try {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      logger.fatal({ err: { message, stack: inSources(stack) } }, 'crashed');
    } finally {
      process.exit(1);
    }
  });
}

/** What cannot be written to a full disk or a closed pipe is lost; it stops nothing. */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

const LISTEN_MENDS: Record<string, string> = {
  EADDRINUSE: 'PORT is taken by another process: stop that one, or set PORT to a free port',
  EACCES: 'PORT may not be listened on by this user: set PORT to 1024 or more',
  EADDRNOTAVAIL: 'HOST is no address of this machine: set HOST to one, or to 0.0.0.0 for all',
  ENOTFOUND: 'HOST is no name that resolves: set HOST to an address, or to 0.0.0.0 for all',
};

/** A worker is told of the primary's listening as `bind`. */
const LISTENING = ['listen', 'bind', 'getaddrinfo'];

/** What stopped the boot, in one message for the operator that says what to mend. */
export function explainBoot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  const mend = LISTENING.includes(syscall ?? '') ? LISTEN_MENDS[code ?? ''] : undefined;
  return mend === undefined ? error.message : `${mend} (${error.message})`;
}

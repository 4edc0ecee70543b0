import 'reflect-metadata';
import type { Logger } from 'pino';
import { type Config, loadConfig, startupWarnings } from './config/index.js';
import { createLogger, logDestination } from './platform/observability/index.js';
import {
  explainStartupError,
  ignoreOutputErrors,
  logCrashes,
  stopOnSignals,
} from './platform/process/process.js';
import { workerId, Workers } from './platform/workers/index.js';

/** Starts the service from the environment. A failed start prints the reason and exits with 1. */
async function main(): Promise<void> {
  ignoreOutputErrors();
  const config = loadConfig(process.env);
  const worker = workerId();
  const logger = createLogger(config.LOG_LEVEL, logDestination(config.LOG_FORMAT)).child(
    worker === undefined ? {} : { worker },
  );
  logCrashes(logger);
  if (worker === undefined) for (const warning of startupWarnings(config)) logger.warn(warning);
  if (worker === undefined && config.WEB_CONCURRENCY > 1) lead(config, logger);
  else await work(config, logger);
}

/** The primary process, which forks the workers. */
function lead(config: Config, logger: Logger): void {
  const workers = new Workers(config.WEB_CONCURRENCY, logger);
  stopOnSignals({ logger, graceMs: config.SHUTDOWN_GRACE_MS, close: () => workers.stop() });
  workers.start();
}

/** The only process, or a worker. */
async function work(config: Config, logger: Logger): Promise<void> {
  // Imported here: a primary needs none of it.
  const booting = import('./serve.js').then(({ serve }) => serve(config, logger));
  // Listens from now on: PID 1 of a container ignores SIGTERM without a listener.
  stopOnSignals({
    logger,
    graceMs: config.SHUTDOWN_GRACE_MS,
    close: async () => (await booting).close(),
  });
  await booting;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainStartupError(error)}\n`);
  process.exit(1);
});

import 'reflect-metadata';
import type { Logger } from 'pino';
import { type Config, loadConfig, startupWarnings } from './config/index.js';
import { createLogger, logDestination } from './platform/observability/index.js';
import { explainBoot, logCrashes, stopOnSignals, surviveLostOutput } from './platform/process/process.js';
import { Workers, workerSeat } from './platform/workers/index.js';

/** Boots the service from the environment; a boot that fails says why and exits with 1. */
async function main(): Promise<void> {
  surviveLostOutput();
  const config = loadConfig(process.env);
  const worker = workerSeat();
  const logger = createLogger(config.LOG_LEVEL, logDestination(config.LOG_FORMAT)).child(
    worker === undefined ? {} : { worker },
  );
  logCrashes(logger);
  if (worker === undefined) for (const warning of startupWarnings(config)) logger.warn(warning);
  if (worker === undefined && config.WEB_CONCURRENCY > 1) lead(config, logger);
  else await work(config, logger);
}

/** The process that the operator started, with workers beside it. */
function lead(config: Config, logger: Logger): void {
  const workers = new Workers(config.WEB_CONCURRENCY, logger);
  stopOnSignals({ logger, graceMs: config.SHUTDOWN_GRACE_MS, close: () => workers.stop() });
  workers.start();
}

/** The only process, or a worker. */
async function work(config: Config, logger: Logger): Promise<void> {
  // Loaded here, since a primary needs none of it.
  const booting = import('./serve.js').then(({ serve }) => serve(config, logger));
  // From here on, since a process without a listener does not hear SIGTERM as the first of its container.
  stopOnSignals({
    logger,
    graceMs: config.SHUTDOWN_GRACE_MS,
    close: async () => (await booting).close(),
  });
  await booting;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainBoot(error)}\n`);
  process.exit(1);
});

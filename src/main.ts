import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { FirstBoot } from './bootstrap/index.js';
import { loadConfig, type Config } from './common/config/index.js';
import { createLogger } from './common/observability/index.js';
import { explainBoot, logCrashes, stopOnSignals } from './common/process.js';

/** Boots the service from the environment; a boot that fails says why and exits with 1. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  logCrashes(logger);
  if (config.isProduction && config.PUBLIC_URL === undefined)
    logger.warn(`PUBLIC_URL is not set: mails and documents will point to ${config.publicUrl}`);
  const booting = boot(config, logger);
  // From here on, since a process without a listener does not hear SIGTERM as the first of its container.
  stopOnSignals({
    logger,
    graceMs: config.SHUTDOWN_GRACE_MS,
    close: async () => (await booting).close(),
  });
  await booting;
}

async function boot(config: Config, logger: Logger): Promise<NestFastifyApplication> {
  const app = await createApp({ config, logger });
  await app.init();
  try {
    await app.listen(config.PORT, config.HOST);
  } finally {
    // A generated password is shown this once, also when the port turns out to be taken.
    for (const note of app.get(FirstBoot).notes) process.stdout.write(`${note}\n`);
  }
  const address = await app.getUrl();
  logger.info({ address }, `listening on ${address}`);
  return app;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainBoot(error)}\n`);
  process.exit(1);
});

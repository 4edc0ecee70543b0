import { createApp } from './app.js';
import { FirstBoot } from './bootstrap/index.js';
import { loadConfig } from './common/config/index.js';
import { createLogger } from './common/observability/index.js';

/** Boots the service from the environment; a boot that fails says why and exits with 1. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  const app = await createApp({ config, logger });
  app.enableShutdownHooks(['SIGTERM', 'SIGINT']);
  await app.listen(config.PORT, config.HOST);
  for (const note of app.get(FirstBoot).notes) process.stdout.write(`${note}\n`);
  logger.info({ address: await app.getUrl() }, `listening on ${await app.getUrl()}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

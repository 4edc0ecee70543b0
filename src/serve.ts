import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { FirstBoot } from './bootstrap/index.js';
import type { Config } from './common/config/index.js';
import { Metrics } from './common/observability/index.js';
import { joinWorkers } from './common/workers/index.js';

/** Boots the service in this process; resolves once it takes requests. */
export async function serve(config: Config, logger: Logger): Promise<NestFastifyApplication> {
  const app = await createApp({ config, logger });
  joinWorkers(app.get(Metrics));
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

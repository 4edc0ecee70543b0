import { Session } from 'node:inspector/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { FirstBoot } from './bootstrap/index.js';
import type { Config } from './config/index.js';
import { DevicesService } from './gateway/index.js';
import { Metrics } from './platform/observability/index.js';
import { serveMetricsOfAllWorkers, workerId } from './platform/workers/index.js';

/** Boots the service in this process; resolves once it takes requests. */
export async function serve(config: Config, logger: Logger): Promise<NestFastifyApplication> {
  const app = await createApp({ config, logger });
  serveMetricsOfAllWorkers(app.get(Metrics));
  try {
    await app.init();
    await releaseMemory();
    await app.listen(config.PORT, config.HOST);
    const address = await app.getUrl();
    logger.info({ address }, `listening on ${address}`);
  } finally {
    // Printed last, so that people find them. A generated password is printed only now, even if the start fails.
    for (const note of app.get(FirstBoot).notes) process.stdout.write(`${note}\n`);
  }
  // One worker logs this for all.
  if ((workerId() ?? '1') === '1' && !(await app.get(DevicesService).hasAny()))
    logger.warn('no device yet, so every send is refused: add one in the dashboard, or set GATEWAY_URL');
  return app;
}

/**
 * Collects garbage and returns its memory. Loading the code fills a young generation of dozens of MiB, which V8 keeps
 * until it has been under load and idle again. This is the only way to request it without opening a port. It takes a
 * tenth of a second, so call it at startup, before requests.
 */
export async function releaseMemory(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}

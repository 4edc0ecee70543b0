import 'reflect-metadata';
import cookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { schema } from '../ormconfig.js';
import { API_DOCUMENTS } from './api-documents.js';
import { AppModule } from './app.module.js';
import type { Config } from './config/index.js';
import { serveDashboard } from './dashboard/index.js';
import { createAdapter, ErrorFilter, InputPipe, RouteTable } from './platform/http/index.js';
import { createLogger, Metrics, NestLogger } from './platform/observability/index.js';
import { serveDocs } from './platform/openapi/index.js';
import { projectPath } from './platform/process/project.js';
import type { Clock } from './platform/time/clock.js';
import { DatabaseClock } from './platform/time/database-clock.js';

export interface AppOptions {
  config: Config;
  clock?: Clock;
  logger?: Logger;
  dashboardFolder?: string;
}

/** Creates the whole service, ready to listen. Applies migrations. Tests use it too. */
export async function createApp({
  config,
  clock = new DatabaseClock(),
  logger,
  dashboardFolder = projectPath('dist/dashboard'),
}: AppOptions): Promise<NestFastifyApplication> {
  const log = logger ?? createLogger(config.LOG_LEVEL);
  const routes = new RouteTable();
  const metrics = new Metrics();
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(config, { config, clock, logger: log, metrics, schema }),
    createAdapter({ config, foreignBodyBytes: config.HOOK_BODY_LIMIT_BYTES, logger: log, routes, metrics }),
    { logger: new NestLogger(log), bodyParser: false, abortOnError: false },
  );
  await app.register(cookie);
  app.useGlobalPipes(new InputPipe());
  app.useGlobalFilters(new ErrorFilter(routes));
  serveDocs(app, { publicUrl: config.publicUrl, ...API_DOCUMENTS });
  await serveDashboard(app.getHttpAdapter().getInstance(), {
    folder: dashboardFolder,
    logger: log,
    isProduction: config.isProduction,
  });
  return app;
}

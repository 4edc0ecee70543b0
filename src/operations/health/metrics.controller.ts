import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Config } from '../../config/index.js';
import { bearerOf, isMissing } from '../../platform/access/bearer.js';
import { Public } from '../../platform/access/principal.js';
import { AppError } from '../../platform/errors/index.js';
import { Metrics } from '../../platform/observability/index.js';
import { AnswersText, Fails } from '../../platform/openapi/index.js';
import { isSameText, sha256 } from '../../platform/security/hashing.js';

/** Requires METRICS_TOKEN as bearer token. If it is not set, /metrics is 404 in production and open elsewhere. */
@ApiTags('Operations')
@Controller('metrics')
@Public()
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  @Get()
  @AnswersText('text/plain', {
    summary: { id: 'Metrik Prometheus', en: 'Get the metrics' },
    about: 'In the text format of Prometheus. In production the response is 404 unless METRICS_TOKEN is set.',
    description: 'The metrics',
  })
  @ApiBearerAuth('metrics_token')
  @Fails('not_found')
  async getMetrics(
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    this.admit(authorization);
    reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.scrape();
  }

  private admit(authorization: string | undefined): void {
    const { METRICS_TOKEN, isProduction } = this.config;
    if (METRICS_TOKEN === undefined) {
      if (isProduction) throw new AppError('not_found', { logDetail: 'METRICS_TOKEN is not set' });
      return;
    }
    if (isMissing(authorization)) throw new AppError('token_missing');
    const token = bearerOf(authorization);
    // Compares digests, since their length reveals nothing.
    if (token === null || !isSameText(sha256(token), sha256(METRICS_TOKEN)))
      throw new AppError('token_invalid');
  }
}

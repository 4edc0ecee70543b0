import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../platform/access/principal.js';
import { AppError } from '../../platform/errors/index.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { Field } from '../../platform/openapi/response-fields.js';
import { Readiness, ReadyView } from './readiness.js';

class LiveView {
  @Field('The process responds', { enum: ['live'] }) status!: 'live';
}

@ApiTags('Operations')
@Controller('health')
@Public()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Fails if the process should be restarted. */
  @Get('live')
  @Answers(LiveView, {
    summary: { id: 'Proses berjalan', en: 'Check that the process runs' },
    about:
      'For liveness probes, and for proxies that only check whether an instance is stopping. Does not use the database.',
  })
  @Fails('not_ready')
  getLiveness(): LiveView {
    if (this.readiness.isStopping)
      throw new AppError('not_ready', { body: { data: { status: 'stopping' } } });
    return { status: 'live' };
  }

  /** Fails if requests should go to another instance. */
  @Get('ready')
  @Answers(ReadyView, {
    summary: { id: 'Siap menerima permintaan', en: 'Check whether the service can take requests' },
    about: 'For readiness probes and load balancers.',
  })
  @Fails('not_ready')
  async getReadiness(): Promise<ReadyView> {
    const view = await this.readiness.check();
    if (view.status !== 'ready') throw new AppError('not_ready', { body: { data: view } });
    return view;
  }
}

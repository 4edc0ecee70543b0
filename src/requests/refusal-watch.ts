import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyName, Principal } from '../common/access/principal.js';
import { failureOf, refusedKeyOf } from '../common/http/index.js';
import { Clock } from '../common/time/clock.js';
import { codeToKeep, fieldsToKeep, isTold, routeToKeep } from './refusal.rules.js';
import { RefusalLog } from './refusal-log.js';

/** Hears of every answer, and notes those that refused the request of an API key. */
@Injectable()
export class RefusalWatch implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly log: RefusalLog,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onResponse', (request, _reply, done) => {
      this.note(request);
      done();
    });
  }

  private note(request: FastifyRequest): void {
    const failure = failureOf(request);
    if (!failure || !isTold(failure.status)) return;
    const key = keyOf(request);
    const pattern = request.routeOptions.url;
    if (!key || pattern === undefined) return;
    this.log.add({
      userId: key.userId,
      apiKeyId: key.apiKeyId,
      route: routeToKeep(request.method, pattern),
      status: failure.status,
      code: codeToKeep(failure.code),
      fields: fieldsToKeep(failure.fields),
      requestId: request.id,
      createdAt: this.clock.now(),
    });
  }
}

/** The key that let the request in, or one of ours that might not. */
function keyOf(request: FastifyRequest & { user?: Principal }): KeyName | undefined {
  return request.user?.kind === 'api_key' ? request.user : refusedKeyOf(request);
}

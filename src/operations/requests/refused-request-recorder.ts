import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../../platform/access/principal.js';
import { failureOf, refusedKeys, unknownMembers } from '../../platform/http/index.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { addressToKeep, codeToKeep, fieldsToKeep, isRecorded, routeToKeep } from './refused-request.rules.js';
import { RefusedRequestLog } from './refused-request-log.js';

type Request = FastifyRequest & { user?: Principal };

interface Noted {
  status: number;
  code: string;
  fields: readonly string[];
}

const UNKNOWN_EVERY_SECONDS = 3600;
const UNKNOWN_MAX = 1_000;

/** Records refused requests of API keys and requests with unknown members, after the response. */
@Injectable()
export class RefusedRequestRecorder implements OnModuleInit {
  /** When unknown members were last recorded, by key, route and names. */
  private readonly recordedAt = new Map<string, Date>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly log: RefusedRequestLog,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onResponse', (request, reply, done) => {
      this.note(request, reply.statusCode);
      done();
    });
  }

  private note(request: FastifyRequest, status: number): void {
    const failure = failureOf(request);
    if (failure && isRecorded(failure.status)) this.add(request, failure);
    const unknown = unknownMembers.get(request);
    if (unknown) this.noteUnknown(request, { status, code: 'parameter_unknown', fields: unknown });
  }

  /** A program repeats its unknown members in every request: record them once an hour. */
  private noteUnknown(request: FastifyRequest, noted: Noted): void {
    const { apiKeyId } = keyOf(request) ?? {};
    const id = `${apiKeyId} ${request.routeOptions.url} ${noted.fields.join()}`;
    const now = this.clock.now();
    const last = this.recordedAt.get(id);
    if (last && addSeconds(last, UNKNOWN_EVERY_SECONDS) > now) return;
    if (this.recordedAt.size >= UNKNOWN_MAX) this.recordedAt.clear();
    this.recordedAt.set(id, now);
    this.add(request, noted);
  }

  private add(request: Request, { status, code, fields }: Noted): void {
    const key = keyOf(request);
    const pattern = request.routeOptions.url;
    if (!key || pattern === undefined) return;
    this.log.add({
      userId: key.userId,
      apiKeyId: key.apiKeyId,
      route: routeToKeep(request.method, pattern),
      status,
      code: codeToKeep(code),
      fields: fieldsToKeep(fields),
      address: addressToKeep(request.ip),
      keyRefusal: 'refusal' in key ? key.refusal : null,
      requestId: request.id,
      createdAt: this.clock.now(),
    });
  }
}

function keyOf(request: Request) {
  return request.user?.kind === 'api_key' ? request.user : refusedKeys.get(request);
}

import {
  createParamDecorator,
  HttpStatus,
  Inject,
  Injectable,
  SetMetadata,
  UseInterceptors,
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { catchError, from, mergeMap, type Observable } from 'rxjs';
import { Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { failpoint } from '../failpoint.js';
import { envelopeOf, RequestBody } from '../http/index.js';
import { LOGGER } from '../logger-token.js';
import type { Principal } from '../principal.js';
import { ReplayedAnswer } from '../replayed-answer.js';
import { Idempotency, type IdempotencyClaim } from './idempotency.js';

const ROUTE = 'idempotency:route';

type Request = FastifyRequest & { user: Principal; idempotency?: IdempotencyClaim };

/** The claim of the present request; `undefined` without an Idempotency-Key. */
export const CurrentClaim = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().idempotency,
);

/** Honours Idempotency-Key on a route: a claim for the handler to take, the earlier answer for a repetition. */
@Injectable()
class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly database: Database,
    private readonly reflector: Reflector,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    const route = this.reflector.get<string>(ROUTE, context.getHandler());
    const body = request.body instanceof RequestBody ? await request.body.bytes() : Buffer.alloc(0);
    const render = (data: unknown) => envelopeOf(this.reflector, context, data);
    const { userId } = request.user;
    const begun = await this.idempotency.begin({ userId, route, key: String(key), body, render });
    if (begun instanceof ReplayedAnswer) throw begun;
    request.idempotency = begun;
    return next.handle().pipe(
      mergeMap(async (data: unknown) => {
        await this.keep(begun, HttpStatus.OK, JSON.stringify(render(data)));
        return data;
      }),
      catchError((error: unknown) => from(this.keepFailure(begun, request.id, error))),
    );
  }

  private async keepFailure(claim: IdempotencyClaim, requestId: string, error: unknown): Promise<never> {
    if (error instanceof AppError)
      await this.keep(claim, error.spec.status, JSON.stringify(error.envelope(requestId)));
    throw error;
  }

  /** What was refused before it acted is not kept; and an answer that cannot be kept is given all the same. */
  private async keep(claim: IdempotencyClaim, status: number, answer: string): Promise<void> {
    if (!claim.acted) return;
    try {
      failpoint('key.keep');
      await this.database.tx((tx) => claim.keep(tx, status, answer));
      failpoint('key.kept');
    } catch (error) {
      // The recovery completes the key from the state of its message.
      this.logger.error({ err: { message: (error as Error).message } }, 'an idempotent answer was not kept');
    }
  }
}

/** Puts a route that answers 200 under Idempotency-Key; `route` keeps its keys apart from other routes'. */
export const Idempotent = (route: string) =>
  applyDecorators(
    SetMetadata(ROUTE, route),
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        '1-255 karakter. Permintaan ulang dengan kunci dan isi yang sama dijawab sama persis selama 24 jam.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
  );

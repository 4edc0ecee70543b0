import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { finalize, type Observable, tap } from 'rxjs';
import type { Principal } from '../access/principal.js';
import { AppError } from '../errors/index.js';

const SLOT = 'slot';
const RETRY_AFTER_SECONDS = 1;
const EXPORTS_MAX = 2;
const DETAIL = {
  id: 'Permintaan sejenis dari akun ini masih diproses. Coba lagi setelah selesai.',
  en: 'The account has a request of this kind in flight. Retry once it has been answered.',
};

interface Slot {
  /** Routes of one kind share their slots. */
  kind: string;
  /** Slots of an account in each process. */
  max: number;
  /** Whether a query needs a slot; default: every one. */
  when?(query: object): boolean;
}

/** Counts running requests of each account in this process. */
@Injectable()
export class InFlight {
  private readonly counts = new Map<string, number>();

  /** Returns the release, which may run twice. Fails with `rate_limited`. */
  take(key: string, max: number): () => void {
    const count = this.counts.get(key) ?? 0;
    if (count >= max)
      throw new AppError('rate_limited', { detail: DETAIL, retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.counts.set(key, count + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left > 0) this.counts.set(key, left);
      else this.counts.delete(key);
    };
  }
}

/** Holds a slot until the handler ends, or the response stream of a file closes. */
@Injectable()
class SlotInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly inFlight: InFlight,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const slot = this.reflector.get<Slot>(SLOT, context.getHandler());
    const { kind, max } = slot;
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
    if (slot.when && !slot.when(request.query as object)) return next.handle();
    const release = this.inFlight.take(`${kind}:${request.user.userId}`, max);
    let isFile = false;
    return next.handle().pipe(
      tap((answer) => {
        if (!(answer instanceof StreamableFile)) return;
        isFile = true;
        answer.getStream().once('close', release);
      }),
      finalize(() => {
        if (!isFile) release();
      }),
    );
  }
}

/** Rejects further concurrent requests of an account with 429 and Retry-After. */
const atMost = (slot: Slot) => applyDecorators(SetMetadata(SLOT, slot), UseInterceptors(SlotInterceptor));

export const OneAtATime = (kind: string, when?: Slot['when']) => atMost({ kind, max: 1, when });

/** Concurrent downloads of an account, history and ledger together. */
export const BoundedExport = () => atMost({ kind: 'export', max: EXPORTS_MAX });

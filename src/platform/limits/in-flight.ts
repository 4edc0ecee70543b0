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
import { LRUCache } from 'lru-cache';
import { finalize, type Observable, tap } from 'rxjs';
import type { Principal } from '../access/principal.js';
import { AppError } from '../errors/index.js';

const SLOT = 'slot';
const RETRY_AFTER_SECONDS = 1;
const EXPORTS_MAX = 2;
/** If a request was rejected lately, a released slot stays taken for this many times its use, up to REST_MAX_MS. */
const REST_SHARE = 3;
const REST_MAX_MS = 1_000;
const LATELY_MS = 2_000;
const REMEMBERED_MAX = 10_000;
const DETAIL = {
  id: 'Permintaan sejenis dari akun ini masih diproses. Coba lagi setelah selesai.',
  en: 'The account has a request of this kind in flight. Retry once it has been answered.',
};

interface Slot {
  /** Routes of one kind share their slots. */
  kind: string;
  /** Slots of an account in each process. */
  max: number;
  /** Whether a slot stays taken after use while requests are rejected: the account then gets a quarter of the time. */
  rests?: boolean;
  /** Whether a query needs a slot; default: every one. */
  when?(query: object): boolean;
}

/** Counts running requests of each account in this process. */
@Injectable()
export class InFlight {
  private readonly counts = new Map<string, number>();
  private readonly refusedAtMs = new LRUCache<string, number>({ max: REMEMBERED_MAX });

  /** Takes a slot and returns its release, which may be called twice. Fails with `rate_limited` if none is free. */
  take(key: string, { max, rests = false }: Pick<Slot, 'max' | 'rests'>): () => void {
    const count = this.counts.get(key) ?? 0;
    if (count >= max) {
      this.refusedAtMs.set(key, performance.now());
      throw new AppError('rate_limited', { detail: DETAIL, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.counts.set(key, count + 1);
    const takenAtMs = performance.now();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const nowMs = performance.now();
      const isWanted = nowMs - (this.refusedAtMs.get(key) ?? -Infinity) < LATELY_MS;
      if (!rests || !isWanted) return this.free(key);
      setTimeout(() => this.free(key), Math.min(REST_SHARE * (nowMs - takenAtMs), REST_MAX_MS)).unref();
    };
  }

  private free(key: string): void {
    const left = (this.counts.get(key) ?? 1) - 1;
    if (left > 0) this.counts.set(key, left);
    else this.counts.delete(key);
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
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
    if (slot.when && !slot.when(request.query as object)) return next.handle();
    const release = this.inFlight.take(`${slot.kind}:${request.user.userId}`, slot);
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

export const OneAtATime = (kind: string, when?: Slot['when']) => atMost({ kind, max: 1, rests: true, when });

/** Concurrent downloads of an account, history and ledger together. */
export const BoundedExport = () => atMost({ kind: 'export', max: EXPORTS_MAX });

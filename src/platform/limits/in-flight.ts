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
/** A slot that further requests wanted meanwhile stays taken for this many times as long as it was used. */
const REST_SHARE = 3;
const REST_MAX_MS = 1_000;
const DETAIL = {
  id: 'Permintaan sejenis dari akun ini masih diproses. Coba lagi setelah selesai.',
  en: 'The account has a request of this kind in flight. Retry once it has been answered.',
};

interface Slot {
  /** Routes of one kind share their slots. */
  kind: string;
  /** Slots of an account in each process. */
  max: number;
  /** Whether a slot rests where others wanted it, so that the account uses a quarter of the time. */
  rests?: boolean;
  /** Whether a query needs a slot; default: every one. */
  when?(query: object): boolean;
}

/** Counts running requests of each account in this process. */
@Injectable()
export class InFlight {
  private readonly slots = new Map<string, { count: number; isWanted: boolean }>();

  /** Returns the release, which may run twice. Fails with `rate_limited`. */
  take(key: string, { max, rests = false }: Pick<Slot, 'max' | 'rests'>): () => void {
    const slots = this.slots.get(key) ?? { count: 0, isWanted: false };
    if (slots.count >= max) {
      slots.isWanted = true;
      throw new AppError('rate_limited', { detail: DETAIL, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    slots.count++;
    this.slots.set(key, slots);
    const free = () => {
      if (--slots.count === 0) this.slots.delete(key);
    };
    const takenAtMs = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (!rests || !slots.isWanted) return free();
      const restMs = Math.min(REST_SHARE * (performance.now() - takenAtMs), REST_MAX_MS);
      setTimeout(free, restMs).unref();
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

import { Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import { Observable, type Subscriber } from 'rxjs';
import type { SessionActor, UserPrincipal } from '../../platform/access/principal.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { AppError } from '../../platform/errors/index.js';
import { addressKey } from '../../platform/limits/index.js';
import { SessionCheck } from '../../platform/security/confirmation.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import { RefusedRequestReader } from './refused-requests.reader.js';
import { slotToEvict, StreamCursor, type StreamSlot } from './stream.rules.js';

const POLL_SECONDS = 1;
const HEARTBEAT_SECONDS = 15;
const FOLLOWERS_OF_ACCOUNT_MAX = 5;

interface Connection extends StreamSlot {
  who: UserPrincipal;
  language: Language;
  cursor: StreamCursor;
  out: Subscriber<MessageEvent>;
}

/** Streams refused requests of all instances as they are stored: one query per second for all connections. */
@Injectable()
export class RefusedRequestStream implements OnModuleDestroy {
  private readonly connections = new Set<Connection>();
  private isStopping = false;

  constructor(
    private readonly requests: RefusedRequestReader,
    private readonly sessions: SessionCheck,
    sweepers: Sweepers,
  ) {
    sweepers.every('the poll of refused requests', POLL_SECONDS, () => this.poll(), {
      retrySeconds: HEARTBEAT_SECONDS,
    });
    sweepers.every('the heartbeat of live requests', HEARTBEAT_SECONDS, () => this.beat());
  }

  /**
   * Streams rows from now on, or from the row after `lastId` (at most a few hundred old rows). Ends when the service
   * stops, and at most a heartbeat after the session ends. May close another stream, whose client reconnects. Fails
   * with `rate_limited` or `overloaded`.
   */
  async follow(who: SessionActor, language: Language, lastId?: number): Promise<Observable<MessageEvent>> {
    this.requireCapacity(who);
    const from = await this.requests.position(who.userId, lastId);
    return new Observable((out) => {
      try {
        // Others may have connected meanwhile.
        this.requireCapacity(who);
      } catch (error) {
        out.error(error);
        return;
      }
      const { userId } = who;
      const slot = { userId, address: addressKey(who.address), sinceMs: performance.now() };
      const connection = { ...slot, who, language, cursor: new StreamCursor(userId, from), out };
      if (!this.evictFor(slot)) {
        out.error(new AppError('overloaded', { retryAfterSeconds: HEARTBEAT_SECONDS }));
        return;
      }
      this.connections.add(connection);
      out.add(() => this.connections.delete(connection));
      out.next(HEARTBEAT);
    });
  }

  /** Ends all streams before the server closes, since closing waits for open responses. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const { out } of this.connections) out.complete();
  }

  private requireCapacity({ userId }: UserPrincipal): void {
    if (this.isStopping) throw new AppError('overloaded');
    const own = [...this.connections].filter(({ who }) => who.userId === userId);
    if (own.length >= FOLLOWERS_OF_ACCOUNT_MAX)
      throw new AppError('rate_limited', {
        message: {
          id: 'Terlalu banyak koneksi langsung untuk akun ini. Tutup salah satunya.',
          en: 'Too many live connections for this account. Close one of them.',
        },
        retryAfterSeconds: HEARTBEAT_SECONDS,
      });
  }

  /** Returns whether a slot is free, evicting another stream if needed. */
  private evictFor(candidate: StreamSlot): boolean {
    const leaving = slotToEvict(candidate, [...this.connections]);
    if (leaving === 'nobody') return false;
    if (leaving !== 'none') {
      this.connections.delete(leaving);
      leaving.out.complete();
    }
    return true;
  }

  private async poll(): Promise<void> {
    if (this.connections.size === 0) return;
    const { rows, behind } = await this.requests.after(this.positions());
    const nowMs = performance.now();
    for (const { who, cursor, language, out } of this.connections) {
      const hasRows = rows.some(({ userId }) => userId === cursor.userId);
      // A member who has left reads nothing more.
      if (hasRows && !(await this.sessions.holds(who))) {
        out.complete();
        continue;
      }
      for (const row of cursor.newRows(rows, nowMs))
        out.next({ id: String(row.id), type: 'request', data: this.requests.item(row, language) });
      cursor.advance(nowMs, behind.has(cursor.userId));
    }
  }

  private positions(): Map<number, number> {
    const positions = new Map<number, number>();
    for (const { cursor } of this.connections) {
      const known = positions.get(cursor.userId) ?? Infinity;
      positions.set(cursor.userId, Math.min(known, cursor.position));
    }
    return positions;
  }

  private async beat(): Promise<void> {
    for (const { who, out } of this.connections) {
      if (await this.sessions.holds(who)) out.next(HEARTBEAT);
      else out.complete();
    }
  }
}

/** A comment, which clients ignore. */
const HEARTBEAT: MessageEvent = { comment: 'ok' };

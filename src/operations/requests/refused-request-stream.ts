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

const LOOK_SECONDS = 1;
const HEARTBEAT_SECONDS = 15;
const FOLLOWERS_OF_ACCOUNT_MAX = 5;

interface Connection extends StreamSlot {
  who: UserPrincipal;
  language: Language;
  follower: StreamCursor;
  out: Subscriber<MessageEvent>;
}

/**
 * Streams refused requests as they are stored, by any instance. One query per second serves all connections of
 * this process.
 */
@Injectable()
export class RefusedRequestStream implements OnModuleDestroy {
  private readonly connections = new Set<Connection>();
  private isStopping = false;

  constructor(
    private readonly requests: RefusedRequestReader,
    private readonly sessions: SessionCheck,
    sweepers: Sweepers,
  ) {
    sweepers.every('the look for refused requests', LOOK_SECONDS, () => this.look(), {
      retrySeconds: HEARTBEAT_SECONDS,
    });
    sweepers.every('the heartbeat of live requests', HEARTBEAT_SECONDS, () => this.beat());
  }

  /**
   * Streams from now on, or from the row after `lastId` (at most a few hundred old rows). Ends with the
   * service, and within a heartbeat of the session. May evict another stream, which reconnects. Fails with
   * `rate_limited` or `overloaded`.
   */
  async follow(who: SessionActor, language: Language, lastId?: number): Promise<Observable<MessageEvent>> {
    this.requireRoom(who);
    const from = await this.requests.place(who.userId, lastId);
    return new Observable((out) => {
      try {
        // Others may have connected meanwhile.
        this.requireRoom(who);
      } catch (error) {
        out.error(error);
        return;
      }
      const { userId } = who;
      const place = { userId, address: addressKey(who.address), sinceMs: performance.now() };
      const connection = { ...place, who, language, follower: new StreamCursor(userId, from), out };
      if (!this.makeRoom(place)) {
        out.error(new AppError('overloaded', { retryAfterSeconds: HEARTBEAT_SECONDS }));
        return;
      }
      this.connections.add(connection);
      out.add(() => this.connections.delete(connection));
      out.next(HEARTBEAT);
    });
  }

  /** Runs before the server closes, which waits for open responses. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const { out } of this.connections) out.complete();
  }

  private requireRoom({ userId }: UserPrincipal): void {
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
  private makeRoom(comer: StreamSlot): boolean {
    const leaving = slotToEvict(comer, [...this.connections]);
    if (leaving === 'nobody') return false;
    if (leaving !== 'none') {
      this.connections.delete(leaving);
      leaving.out.complete();
    }
    return true;
  }

  private async look(): Promise<void> {
    if (this.connections.size === 0) return;
    const { rows, behind } = await this.requests.after(this.places());
    const nowMs = performance.now();
    for (const { follower, language, out } of this.connections) {
      for (const row of follower.news(rows, nowMs))
        out.next({ id: String(row.id), type: 'request', data: this.requests.item(row, language) });
      follower.settle(nowMs, behind.has(follower.userId));
    }
  }

  /** The lowest position of each account. */
  private places(): Map<number, number> {
    const places = new Map<number, number>();
    for (const { follower } of this.connections) {
      const known = places.get(follower.userId) ?? Infinity;
      places.set(follower.userId, Math.min(known, follower.place));
    }
    return places;
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

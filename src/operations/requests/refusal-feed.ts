import { Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import { Observable, type Subscriber } from 'rxjs';
import type { SessionActor } from '../../platform/access/actor.js';
import type { UserPrincipal } from '../../platform/access/principal.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { AppError } from '../../platform/errors/index.js';
import { addressKey } from '../../platform/limits/index.js';
import { SessionCheck } from '../../platform/security/session-check.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import { Follower } from './follower.rules.js';
import { leavingFor, type StreamPlace } from './places.rules.js';
import { RefusedRequestReader } from './refused-requests.reader.js';

const LOOK_SECONDS = 1;
const HEARTBEAT_SECONDS = 15;
const FOLLOWERS_OF_ACCOUNT_MAX = 5;

interface Connection extends StreamPlace {
  who: UserPrincipal;
  language: Language;
  follower: Follower;
  out: Subscriber<MessageEvent>;
}

/**
 * Tells who follows of refused requests as they are written down, by whichever instance: each looks into the table for
 * all of its connections at once, while it has any.
 */
@Injectable()
export class RefusalFeed implements OnModuleDestroy {
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
   * From now on, or from after the row `lastId`, but the newest few hundred at most. The stream ends with the service, and within a heartbeat of the session.
   * Where there are too many, another's stream may end for it, which connects again. Fails with `rate_limited` or
   * `overloaded`.
   */
  async follow(who: SessionActor, language: Language, lastId?: number): Promise<Observable<MessageEvent>> {
    this.requireRoom(who);
    const from = await this.requests.place(who.userId, lastId);
    return new Observable((out) => {
      try {
        // Others may have come meanwhile.
        this.requireRoom(who);
      } catch (error) {
        out.error(error);
        return;
      }
      const { userId } = who;
      const place = { userId, address: addressKey(who.address), sinceMs: performance.now() };
      const connection = { ...place, who, language, follower: new Follower(userId, from), out };
      if (!this.makeRoom(place)) {
        out.error(new AppError('overloaded', { retryAfterSeconds: HEARTBEAT_SECONDS }));
        return;
      }
      this.connections.add(connection);
      out.add(() => this.connections.delete(connection));
      out.next(HEARTBEAT);
    });
  }

  /** Before the server closes, which waits for answers under way. */
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

  /** Whether there is a place, one that was taken from another stream included. */
  private makeRoom(comer: StreamPlace): boolean {
    const leaving = leavingFor(comer, [...this.connections]);
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

  /** By account, where the one that is furthest behind is. */
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

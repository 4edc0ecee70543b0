import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { Sweepers } from '../background/sweepers.js';
import { Database, execute } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { ReplayedResponse } from '../http/replayed-response.js';
import { CommonSettings } from '../process/common-settings.js';
import { failpoint } from '../process/failpoint.js';
import { BlindIndex } from '../security/hashing.js';
import { Sealer } from '../security/sealer.js';
import { addSeconds, Clock } from '../time/clock.js';
import { type Envelopes, IdempotencyClaim, inFlight } from './claim.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { deleteExpiredKeys } from './keys.js';

const KEY = /^[\x20-\x7e]{1,255}$/;
/** Messages found by one key: accounts and routes may use equal keys. */
const MESSAGES_MAX = 100;

export const isIdempotencyKey = (value: unknown): value is string =>
  typeof value === 'string' && KEY.test(value);

interface Begin {
  userId: number;
  route: string;
  key: string;
  /** The same key with other content is rejected. */
  content: Buffer;
  envelopes: Envelopes;
}

/** Idempotency-Keys: per account and route, stored for IDEMPOTENCY_TTL_HOURS. */
@Injectable()
export class Idempotency {
  private readonly keys: BlindIndex;
  private readonly bodies: BlindIndex;
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: CommonSettings,
    sweepers: Sweepers,
  ) {
    this.keys = new BlindIndex(config.dataKeys, 'idempotency-key');
    this.bodies = new BlindIndex(config.dataKeys, 'idempotency-body');
    this.sealer = new Sealer(config.dataKeys);
    sweepers.purge('idempotency keys', (limit) => this.purge(limit));
  }

  /**
   * Looks a key up before its request acts. Returns a claim for a new key, or the stored response. Fails with
   * `idempotency_key_invalid`, `idempotency_in_flight` or `idempotency_mismatch`.
   */
  async begin({
    userId,
    route,
    key,
    content,
    envelopes,
  }: Begin): Promise<IdempotencyClaim | ReplayedResponse> {
    if (!isIdempotencyKey(key)) throw new AppError('idempotency_key_invalid');
    const now = this.clock.now();
    const [keyIndex, otherKeyIndex] = this.keys.all(key);
    const bodyIndexes = this.bodies.all(content.toString('base64'));
    failpoint('key.look');
    const where = { userId, route, keyIndex: In(otherKeyIndex ? [keyIndex, otherKeyIndex] : [keyIndex]) };
    const known = await this.database.read.findOne(IdempotencyKey, { where, order: { expiresAt: 'DESC' } });
    failpoint('key.found');
    if (!known || known.expiresAt <= now) {
      const expiresAt = addSeconds(now, this.config.IDEMPOTENCY_TTL_HOURS * 3600);
      const row = { userId, route, keyIndex, otherKeyIndex, bodyIndex: bodyIndexes[0], expiresAt };
      return new IdempotencyClaim(row, envelopes, () => this.clock.now());
    }
    if (!bodyIndexes.includes(known.bodyIndex)) throw new AppError('idempotency_mismatch');
    if (known.status === null || known.answer === null) throw inFlight();
    const { status, answer } = known;
    // JSON in clear begins with a brace.
    return new ReplayedResponse(status, answer.startsWith('{') ? answer : this.sealer.open(answer));
  }

  /** The messages that requests with a key created, of one account or of all. */
  async messagesOf(key: string, userId?: number): Promise<number[]> {
    const rows = await this.database.read.find(IdempotencyKey, {
      select: { id: true, messageId: true },
      where: {
        keyIndex: In([...this.keys.all(key)]),
        ...(userId === undefined ? {} : { userId }),
        messageId: Not(IsNull()),
        expiresAt: MoreThan(this.clock.now()),
      },
      take: MESSAGES_MAX,
    });
    return rows.flatMap(({ messageId }) => messageId ?? []);
  }

  /** Deletes up to `limit` expired keys; returns the count. By the statement of sends: both lock rows in one order. */
  async purge(limit: number): Promise<number> {
    const now = this.clock.now();
    const expired = await this.database.read.find(IdempotencyKey, {
      select: { id: true, userId: true, route: true, keyIndex: true },
      where: { expiresAt: LessThanOrEqual(now) },
      take: limit,
    });
    if (expired.length > 0) await this.database.tx((tx) => execute(tx, deleteExpiredKeys(expired, now)));
    return expired.length;
  }
}

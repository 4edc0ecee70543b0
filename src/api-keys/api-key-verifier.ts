import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { BackgroundTasks } from '../common/background-tasks.js';
import { addSeconds, Clock } from '../common/clock.js';
import { Database, list, momentOf, statement } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import type { ApiKeyPrincipal } from '../common/principal.js';
import { sha256 } from '../common/security/blind-index.js';
import { SharedReader } from '../common/shared-reader.js';
import { Sealer } from '../common/security/sealer.js';
import { holdsSignature } from '../common/security/signed-delivery.js';
import type { SignedDelivery } from '../common/security/standard-webhook.js';
import { User } from '../users/index.js';
import { ApiKey, isInForce } from './api-key.entity.js';
import { includesIp } from './ip-list.js';
import { modeOfKey } from './key-format.js';

const LAST_USED_SECONDS = 60;
/** What Standard Webhooks allows, and ZITADEL. */
const HOOK_TOLERANCE_SECONDS = 300;

/** What a request needs of a key that its owner has not switched off. */
type UsableKey = Pick<
  ApiKey,
  'id' | 'userId' | 'mode' | 'active' | 'expiresAt' | 'allowedIps' | 'dailyCap' | 'lastUsedAt'
>;

/**
 * Reads the key at every request, together with the requests that come at the same time, and remembers nothing: so
 * whatever its owner changes holds from the next request on, at every instance.
 */
@Injectable()
export class ApiKeyVerifier {
  private readonly touching = new Set<number>();
  private readonly byHash = new SharedReader((hashes: string[]) => this.findAll(hashes));

  constructor(
    private readonly database: Database,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
    private readonly sealer: Sealer,
  ) {}

  async verify(secret: string, ip: string): Promise<ApiKeyPrincipal | undefined> {
    if (modeOfKey(secret) === undefined) return undefined;
    return this.admit(await this.byHash.get(sha256(secret)), ip);
  }

  /** The same for a delivery that names a key by its id, and shows by its signature that it may. */
  async verifyHook(id: number, delivery: SignedDelivery, ip: string): Promise<ApiKeyPrincipal | undefined> {
    const key = await this.find(id);
    if (!key?.hookSecretSealed) return undefined;
    const secret = this.sealer.open(key.hookSecretSealed);
    const holds = holdsSignature(delivery, secret, this.clock.now(), HOOK_TOLERANCE_SECONDS);
    return holds ? this.admit(key, ip) : undefined;
  }

  /** For the key's owner in person, from any address. Fails with `not_found` or `api_key_not_live`. */
  async verifyOwned(userId: number, id: number): Promise<ApiKeyPrincipal> {
    const key = await this.database.read.findOneBy(ApiKey, { id, userId, deletedAt: IsNull() });
    if (!key) throw new AppError('not_found');
    const now = this.clock.now();
    if (!isInForce(key, now)) throw new AppError('api_key_not_live');
    return this.use(key, now);
  }

  private async findAll(hashes: string[]): Promise<Map<string, UsableKey>> {
    // By hand, since this runs before every send: building and reading such a query takes TypeORM longer than MariaDB.
    const rows = await this.database.ask(
      statement(
        `SELECT k.id, k.user_id, k.key_hash, k.mode, k.expires_at, k.allowed_ips, k.daily_cap, k.last_used_at
          FROM api_keys k JOIN users u ON u.id = k.user_id AND u.suspended_at IS NULL
          WHERE k.key_hash IN ${list(hashes)} AND k.active = 1 AND k.deleted_at IS NULL`,
        hashes,
      ),
    );
    return new Map(rows.map((row) => [String(row['key_hash']), usable(row)]));
  }

  private find(id: number): Promise<ApiKey | null> {
    return this.database.read
      .createQueryBuilder(ApiKey, 'api_key')
      .innerJoin(User, 'owner', 'owner.id = api_key.userId AND owner.suspendedAt IS NULL')
      .where({ id, active: true, deletedAt: IsNull() })
      .getOne();
  }

  private admit(key: UsableKey | undefined, ip: string): ApiKeyPrincipal | undefined {
    const now = this.clock.now();
    if (!key || !isInForce(key, now)) return undefined;
    if (key.allowedIps && !includesIp(key.allowedIps, ip)) return undefined;
    return this.use(key, now);
  }

  private use(key: UsableKey, now: Date): ApiKeyPrincipal {
    this.noteUse(key, now);
    const { id: apiKeyId, userId, mode, dailyCap } = key;
    return { kind: 'api_key', userId, apiKeyId, mode, dailyCap };
  }

  /** At most once a minute, beside the request: whether it succeeds is no matter of the request's. */
  private noteUse({ id, lastUsedAt }: UsableKey, now: Date): void {
    const isRecent = lastUsedAt !== null && lastUsedAt > addSeconds(now, -LAST_USED_SECONDS);
    if (isRecent || this.touching.has(id)) return;
    const started = this.background.start('note the use of an API key', async () => {
      try {
        await this.database.tx((tx) => tx.update(ApiKey, { id }, { lastUsedAt: now }));
      } finally {
        this.touching.delete(id);
      }
    });
    if (started) this.touching.add(id);
  }
}

function usable(row: Record<string, unknown>): UsableKey {
  const at = (column: string) => (row[column] === null ? null : momentOf(row[column]));
  const ips = row['allowed_ips'];
  return {
    id: Number(row['id']),
    userId: Number(row['user_id']),
    mode: row['mode'] === 'test' ? 'test' : 'live',
    active: true,
    expiresAt: at('expires_at'),
    allowedIps: typeof ips === 'string' ? (JSON.parse(ips) as string[]) : null,
    dailyCap: row['daily_cap'] === null ? null : Number(row['daily_cap']),
    lastUsedAt: at('last_used_at'),
  };
}

import { Injectable } from '@nestjs/common';
import { BackgroundTasks } from '../common/background-tasks.js';
import { addSeconds, Clock } from '../common/clock.js';
import { Database } from '../common/database/index.js';
import type { ApiKeyPrincipal } from '../common/principal.js';
import { sha256 } from '../common/security/blind-index.js';
import { User } from '../users/index.js';
import { ApiKey } from './api-key.entity.js';
import { includesIp } from './ip-list.js';
import { modeOfKey } from './key-format.js';

const LAST_USED_SECONDS = 60;

/** Reads the key at every request and caches nothing, so that whatever its owner changes holds from the next one on. */
@Injectable()
export class ApiKeyVerifier {
  private readonly touching = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
  ) {}

  async verify(secret: string, ip: string): Promise<ApiKeyPrincipal | undefined> {
    if (modeOfKey(secret) === undefined) return undefined;
    const key = await this.find(sha256(secret));
    const now = this.clock.now();
    if (!key || (key.expiresAt && key.expiresAt <= now)) return undefined;
    if (key.allowedIps && !includesIp(key.allowedIps, ip)) return undefined;
    this.noteUse(key, now);
    return { kind: 'api_key', userId: key.userId, apiKeyId: key.id, mode: key.mode };
  }

  private find(keyHash: string): Promise<ApiKey | null> {
    return this.database.read
      .createQueryBuilder(ApiKey, 'api_key')
      .innerJoin(User, 'owner', 'owner.id = api_key.userId AND owner.suspendedAt IS NULL')
      .where('api_key.keyHash = :keyHash AND api_key.active = 1 AND api_key.deletedAt IS NULL', { keyHash })
      .getOne();
  }

  /** At most once a minute, beside the request: whether it succeeds is no matter of the request's. */
  private noteUse({ id, lastUsedAt }: ApiKey, now: Date): void {
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

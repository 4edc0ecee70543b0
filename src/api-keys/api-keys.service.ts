import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { Config } from '../config/index.js';
import { requireVerifiedEmail } from '../credit/index.js';
import { Audit, type OwnAction, type UserActor } from '../operations/audit/index.js';
import { OPERATIONS } from '../platform/access/principal.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { randomBase62 } from '../platform/ids/random.js';
import { sha256 } from '../platform/security/hashing.js';
import { Sealer } from '../platform/security/sealer.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { parseIsoTime } from '../platform/time/iso-time.js';
import { UsersService } from '../users/index.js';
import { ApiKey, isInForce } from './api-key.entity.js';
import type { ApiKeyView, CreateApiKeyDto, NewApiKey, UpdateApiKeyDto } from './api-keys.dto.js';
import { formatKey, KEY_SECRET_LENGTH } from './key-format.rules.js';

const LIVE_KEYS_MAX = 50;
const EXPIRED_KEYS_SHOWN = 50;

export interface Hook {
  secret: string;
  /** Null: none; `undefined`: as it was. */
  companyName?: string | null;
}

const UNUSED = {
  ...{ active: true, lastUsedAt: null, deletedAt: null },
  ...{ lastRefusedAt: null, lastRefusedAddress: null, lastRefusal: null },
};

/** The columns that a rotation copies. */
type NewKeySettings = Omit<ApiKey, 'id' | 'userId' | 'keyHash' | 'last4' | 'createdAt' | keyof typeof UNUSED>;

const NO_PREDECESSOR = { rootId: null, hookSecretSealed: null, hookCompanyName: null };

type Named = Pick<ApiKey, 'id' | 'name' | 'last4' | 'mode' | 'deletedAt'>;

const NAMED = { id: true, name: true, last4: true, mode: true, deletedAt: true } as const;
const LISTED_MAX = 100;

/** API keys. A key is shown once; only its hash is stored. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    private readonly sealer: Sealer,
    private readonly audit: Audit,
    sweepers: Sweepers,
  ) {
    sweepers.purge('deleted API keys', (limit) => this.purge(limit));
  }

  hookSettings(id: number): Promise<Pick<ApiKey, 'hookCompanyName' | 'last4'>> {
    return this.database.read.findOneByOrFail(ApiKey, { id });
  }

  /** The live keys, then those that expired last; newest first. */
  async list(userId: number): Promise<ApiKeyView[]> {
    const now = this.clock.now();
    const live = await this.database.read.find(ApiKey, {
      where: whereLive(userId, now),
      order: { id: 'DESC' },
    });
    const expired = await this.database.read.find(ApiKey, {
      where: { userId, deletedAt: IsNull(), expiresAt: LessThanOrEqual(now) },
      order: { id: 'DESC' },
      take: EXPIRED_KEYS_SHOWN,
    });
    return [...live, ...expired].map((key) => this.view(key));
  }

  /** Here and below, fails with `token_invalid` if the tokens of the login were revoked. */
  async create(userId: number, request: CreateApiKeyDto, owner?: UserActor): Promise<NewApiKey> {
    const expiresAt = request.expires_at ? (parseIsoTime(request.expires_at) ?? null) : null;
    if (expiresAt && expiresAt <= this.clock.now())
      throw new AppError('parameter_invalid', { body: { fields: ['expires_at'] } });
    const { name, mode, allowed_ips: allowedIps = null, daily_cap: dailyCap = null } = request;
    const { rate_per_minute: ratePerMinute = null, allowed_operations: allowedOperations = null } = request;
    const { spend_cap: spendCap = null } = request;
    const limits = { allowedIps, dailyCap, spendCap, ratePerMinute, allowedOperations };
    const fresh = { ...NO_PREDECESSOR, name, mode: mode ?? 'live', expiresAt, ...limits };
    return this.database.tx(async (tx) => {
      await this.users.lock(tx, owner ?? { userId });
      if (fresh.mode === 'live') await requireVerifiedEmail(tx, this.config, userId);
      const made = await this.insert(tx, userId, fresh);
      if (owner) await this.note(tx, owner, 'api_key.create', made);
      return made;
    });
  }

  async update(owner: UserActor, id: number, request: UpdateApiKeyDto): Promise<ApiKeyView> {
    const { current_password: _, ...changes } = request;
    const { name, active, daily_cap: dailyCap, spend_cap: spendCap } = changes;
    const { rate_per_minute: ratePerMinute, allowed_operations: allowedOperations } = changes;
    const columns = { name, active, dailyCap, spendCap, ratePerMinute, allowedOperations };
    const { userId } = owner;
    return this.database.tx(async (tx) => {
      if (Object.values(columns).every((change) => change === undefined))
        return this.view(await requireOwn(tx, userId, id));
      await this.users.lock(tx, owner);
      await this.lockOwn(tx, userId, id);
      await tx.update(ApiKey, { id }, columns);
      const key = await requireOwn(tx, userId, id);
      await this.note(tx, owner, 'api_key.update', key, changes);
      return this.view(key);
    });
  }

  async remove(owner: UserActor, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      const key = await this.lockOwn(tx, owner.userId, id);
      await tx.update(ApiKey, { id }, { active: false, deletedAt: this.clock.now() });
      await this.note(tx, owner, 'api_key.delete', key);
    });
  }

  /** Ends every key of an account, and the hooks that come in their names. */
  async removeAll(tx: EntityManager, userId: number): Promise<void> {
    const rows = await this.database.lockWhere(tx, ApiKey, { userId, deletedAt: IsNull() });
    const ids = rows.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
    await tx.update(ApiKey, { id: In(ids) }, { active: false, deletedAt: this.clock.now() });
  }

  /**
   * Creates a key with the settings of an old one, which stays valid for `overlapSeconds` at most. Both share their
   * limits. Fails with `api_key_not_live`.
   */
  async rotate(owner: UserActor, id: number, overlapSeconds: number): Promise<NewApiKey> {
    const { userId } = owner;
    return this.database.tx(async (tx) => {
      await this.users.lock(tx, owner);
      const now = this.clock.now();
      const old = await this.lockOwn(tx, userId, id);
      if (!isInForce(old, now)) throw new AppError('api_key_not_live');
      const end = addSeconds(now, overlapSeconds);
      if (!old.expiresAt || old.expiresAt > end) await tx.update(ApiKey, { id }, { expiresAt: end });
      const { id: _, ...settings } = old;
      const made = await this.insert(tx, userId, { ...settings, rootId: old.rootId ?? old.id });
      await this.note(tx, owner, 'api_key.rotate', old, { new_id: made.id, overlap_seconds: overlapSeconds });
      return made;
    });
  }

  /** Stores the secret that signs hooks of this key; without a company, the stored one stays. */
  async storeHook(owner: UserActor, id: number, { secret, companyName }: Hook): Promise<ApiKeyView> {
    const changes = { hookSecretSealed: this.sealer.seal(secret), hookCompanyName: companyName };
    return this.database.tx(async (tx) => {
      await this.users.lock(tx, owner);
      await this.lockOwn(tx, owner.userId, id);
      await tx.update(ApiKey, { id }, changes);
      const key = await requireOwn(tx, owner.userId, id);
      await this.note(tx, owner, 'api_key.hook_secret', key);
      return this.view(key);
    });
  }

  /** Names of keys of the account, also of deleted ones. */
  async namesOf(userId: number, ids: readonly number[]): Promise<Map<number, Named>> {
    if (ids.length === 0) return new Map();
    const keys = await this.database.read.find(ApiKey, {
      select: NAMED,
      where: { userId, id: In([...ids]) },
    });
    return new Map(keys.map((key) => [key.id, key]));
  }

  /** The newest keys of the account, also deleted ones. */
  newest(userId: number): Promise<Named[]> {
    return this.database.read.find(ApiKey, {
      select: NAMED,
      where: { userId },
      order: { id: 'DESC' },
      take: LISTED_MAX,
    });
  }

  /** Keys with a daily cap. */
  async capped(userId: number): Promise<{ id: number; rootKeyId: number; dailyCap: number }[]> {
    const keys = await this.database.read.find(ApiKey, {
      select: { id: true, rootId: true, dailyCap: true },
      where: { userId, deletedAt: IsNull(), dailyCap: Not(IsNull()) },
    });
    return keys.flatMap(({ id, rootId, dailyCap }) =>
      dailyCap === null ? [] : { id, rootKeyId: rootId ?? id, dailyCap },
    );
  }

  /** Deletes keys that were deleted long ago, unless a message, a rollup or a rotated key still refers to them. */
  private async purge(limit: number): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.DELETED_RETENTION_DAYS * DAY_SECONDS);
    const rows = await this.database.read
      .createQueryBuilder(ApiKey, 'k')
      .select('k.id', 'id')
      .where('k.deletedAt < :before', { before })
      .andWhere(
        'NOT EXISTS (SELECT 1 FROM messages m WHERE m.user_id = k.user_id AND m.livemode IN (0, 1) AND m.api_key_id = k.id)',
      )
      .andWhere(
        `NOT EXISTS (SELECT 1 FROM analytics_days a WHERE a.user_id = k.user_id AND a.livemode IN (0, 1)
          AND a.part = 'key' AND a.value = CONCAT(k.id, ''))`,
      )
      .andWhere(
        `NOT EXISTS (SELECT 1 FROM api_keys o WHERE o.user_id = k.user_id AND o.deleted_at IS NULL
          AND (o.root_id = COALESCE(k.root_id, k.id)))`,
      )
      .limit(limit)
      .getRawMany<{ id: number }>();
    if (rows.length === 0) return 0;
    // A deleted key stays deleted.
    await this.database.tx((tx) => tx.delete(ApiKey, { id: In(rows.map(({ id }) => id)) }));
    return rows.length;
  }

  private async lockOwn(tx: EntityManager, userId: number, id: number): Promise<ApiKey> {
    const key = await this.database.lockRow(tx, ApiKey, { id });
    if (key?.userId !== userId || key.deletedAt !== null) throw new AppError('not_found');
    return key;
  }

  /** Under the account's lock, so that the count holds. */
  private async insert(tx: EntityManager, userId: number, fresh: NewKeySettings): Promise<NewApiKey> {
    const now = this.clock.now();
    if ((await tx.countBy(ApiKey, whereLive(userId, now))) >= LIVE_KEYS_MAX)
      throw new AppError('api_key_limit');
    const key = formatKey(fresh.mode, randomBase62(KEY_SECRET_LENGTH));
    const own = { userId, keyHash: sha256(key), last4: key.slice(-4), createdAt: now };
    const row = tx.create(ApiKey, { ...fresh, ...UNUSED, ...own });
    await tx.insert(ApiKey, row);
    return { ...this.view(row), key };
  }

  private note(
    tx: EntityManager,
    owner: UserActor,
    action: OwnAction,
    { id, mode, last4 }: Pick<ApiKeyView, 'id' | 'mode' | 'last4'>,
    more: object = {},
  ): Promise<void> {
    return this.audit.recordOwn(tx, owner, action, `api_key:${id}`, { mode, last4, ...more });
  }

  private view(key: ApiKey): ApiKeyView {
    return {
      id: key.id,
      name: key.name,
      mode: key.mode,
      last4: key.last4,
      active: key.active,
      expires_at: key.expiresAt?.toISOString() ?? null,
      allowed_ips: key.allowedIps,
      daily_cap: key.dailyCap,
      spend_cap: key.spendCap,
      rate_per_minute: key.ratePerMinute,
      allowed_operations: [...(key.allowedOperations ?? OPERATIONS)],
      hook_company_name: key.hookCompanyName,
      ...this.calendar.fields('last_used_at', key.lastUsedAt),
      ...this.calendar.fields('last_refused_at', key.lastRefusedAt),
      last_refused_address: key.lastRefusedAddress,
      last_refusal: key.lastRefusal,
      ...this.calendar.fields('created_at', key.createdAt),
    };
  }
}

const whereOwn = (userId: number, id: number) => ({ id, userId, deletedAt: IsNull() });

const whereLive = (userId: number, now: Date) => [
  { userId, deletedAt: IsNull(), expiresAt: IsNull() },
  { userId, deletedAt: IsNull(), expiresAt: MoreThan(now) },
];

async function requireOwn(tx: EntityManager, userId: number, id: number): Promise<ApiKey> {
  return orNotFound(await tx.findOneBy(ApiKey, whereOwn(userId, id)));
}

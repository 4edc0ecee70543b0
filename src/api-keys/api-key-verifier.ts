import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { Config } from '../config/index.js';
import { SIGNUP_NOTE } from '../credit/index.js';
import { contactUserIdSql } from '../platform/access/contact-user-id-sql.js';
import {
  ALL_KEYS,
  type ApiKeyPrincipal,
  OPERATIONS,
  type RefusedKey,
  type SpendCap,
  type Standing,
} from '../platform/access/principal.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { BatchLoader } from '../platform/background/batch-loader.js';
import { columnsOf, Database, entitiesOf, list, statement } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { sha256 } from '../platform/security/hashing.js';
import { Sealer } from '../platform/security/sealer.js';
import type { SignedRequest } from '../platform/security/standard-webhook.rules.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { ApiKey, isInForce, refusalOf } from './api-key.entity.js';
import { isHookSignatureValid } from './hook-signature.rules.js';
import { modeOfKey } from './key-format.rules.js';

const LAST_USED_SECONDS = 60;
/** The longest IPv6 address: one that contains an IPv4 address. */
const ADDRESS_MAX = 45;
/** As Standard Webhooks and ZITADEL allow. */
const HOOK_TOLERANCE_SECONDS = 300;
/** How many rotated keys may have signed a hook. */
const SUCCESSORS_MAX = 5;

/** A key with the data of its account that every request needs. */
interface UsableKey extends ApiKey {
  /** The account's. */
  approvedBrands: string[] | null;
  hasWebhooks: boolean;
  standing: Standing;
  notOnWhatsapp: number;
  /** The account's, in credits. */
  accountSpendCap: number | null;
}

/** Plain SQL: it runs before every send, and TypeORM's builder takes longer than the query. */
const selectKeySql = (useIndex: string) => `
  SELECT ${columnsOf(ApiKey).replaceAll(/\w+/g, 'k.$&')}, u.approved_brands,
         EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.user_id = k.user_id AND w.active = 1) AS has_webhooks,
         EXISTS (SELECT 1 FROM users c WHERE c.id = ${contactUserIdSql('k.user_id')}
           AND c.email_verified_at IS NOT NULL) AS is_verified,
         EXISTS (SELECT 1 FROM credit_entries e${useIndex} WHERE e.user_id = k.user_id AND e.kind = 'topup'
           AND (e.note IS NULL OR e.note <> '${SIGNUP_NOTE}')) AS is_paying,
         (SELECT b.spend_cap FROM credit_balances b WHERE b.user_id = k.user_id) AS account_spend_cap,
         (SELECT COUNT(*) FROM not_on_whatsapp n WHERE n.user_id = k.user_id AND n.created_at > ?) AS not_on_whatsapp
    FROM api_keys k JOIN users u ON u.id = k.user_id AND u.suspended_at IS NULL`;

/**
 * Reads the key on every request, in one query for concurrent requests. Nothing is cached, so changes apply from the
 * next request on every instance.
 */
@Injectable()
export class ApiKeyVerifier {
  private readonly selectKey: string;
  private readonly touching = new Set<number>();
  private readonly byHash = new BatchLoader((hashes: string[]) => this.findAll(hashes));

  constructor(
    private readonly database: Database,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
    private readonly sealer: Sealer,
    private readonly config: Config,
  ) {
    this.selectKey = selectKeySql(database.useIndex('ix_credit_entries_user_id_kind_created_at'));
  }

  /**
   * The principal of a key that may be used from `ip` now. `onRefused` receives a key that exists but is rejected.
   */
  async verify(
    secret: string,
    ip: string,
    onRefused?: (key: RefusedKey) => void,
  ): Promise<ApiKeyPrincipal | undefined> {
    if (modeOfKey(secret) === undefined) return undefined;
    return this.admit(await this.byHash.get(sha256(secret)), ip, onRefused);
  }

  /** The same for a signed hook, which names the key by its id. */
  async verifyHook(
    id: number,
    request: SignedRequest,
    ip: string,
    onRefused?: (key: RefusedKey) => void,
  ): Promise<ApiKeyPrincipal | undefined> {
    const [named] = await this.find('WHERE k.id = ?', [id]);
    if (!named) return undefined;
    const now = this.clock.now();
    const keys =
      named.deletedAt === null && isInForce(named, now)
        ? [named]
        : [...(await this.successorsOf(named, now)), named];
    const signed = keys.find(({ hookSecretSealed: sealed }) => {
      const secret = sealed && this.sealer.tryOpen(sealed);
      return secret && isHookSignatureValid(request, secret, now, HOOK_TOLERANCE_SECONDS);
    });
    return this.admit(signed, ip, onRefused);
  }

  /** For the owner of the key, from any address. Fails with `not_found` or `api_key_not_live`. */
  async verifyOwned(userId: number, id: number): Promise<ApiKeyPrincipal> {
    const found = await this.find('WHERE k.deleted_at IS NULL AND k.id = ? AND k.user_id = ?', [id, userId]);
    const key = orNotFound(found[0]);
    const now = this.clock.now();
    if (!isInForce(key, now)) throw new AppError('api_key_not_live');
    return this.use(key, now);
  }

  private async findAll(hashes: string[]): Promise<Map<string, UsableKey>> {
    const keys = await this.find(`WHERE k.key_hash IN ${list(hashes)}`, hashes);
    return new Map(keys.map((key) => [key.keyHash, key]));
  }

  private async find(where: string, values: (string | number | Date)[]): Promise<UsableKey[]> {
    const since = addSeconds(this.clock.now(), -this.config.NOT_ON_WHATSAPP_WINDOW_SECONDS);
    const rows = await this.database.query(statement(`${this.selectKey} ${where}`, [since, ...values]));
    return entitiesOf(ApiKey, rows).map((key, at) => ({ ...key, ...accountOf(rows[at]) }));
  }

  /** Keys that rotations made of this one, newest first: hook addresses keep the id of the old key. */
  private successorsOf({ id, rootId, userId }: UsableKey, now: Date): Promise<UsableKey[]> {
    return this.find(
      `WHERE k.user_id = ? AND k.root_id = ? AND k.id > ? AND k.active = 1 AND k.deleted_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > ?)
        ORDER BY k.id DESC LIMIT ${SUCCESSORS_MAX}`,
      [userId, rootId ?? id, id, now],
    );
  }

  private admit(
    key: UsableKey | undefined,
    ip: string,
    onRefused?: (key: RefusedKey) => void,
  ): ApiKeyPrincipal | undefined {
    if (!key) return undefined;
    const now = this.clock.now();
    const refusal = refusalOf(key, ip, now);
    if (refusal === null) return this.use(key, now);
    onRefused?.({ userId: key.userId, apiKeyId: key.id, refusal });
    const refused = {
      lastRefusedAt: now,
      lastRefusedAddress: ip.slice(0, ADDRESS_MAX),
      lastRefusal: refusal,
    };
    this.touch(key.id, key.lastRefusedAt, refused);
    return undefined;
  }

  private use(key: UsableKey, now: Date): ApiKeyPrincipal {
    this.touch(key.id, key.lastUsedAt, { lastUsedAt: now });
    const { id: apiKeyId, userId, mode, dailyCap, ratePerMinute } = key;
    const { approvedBrands, hasWebhooks, standing, notOnWhatsapp } = key;
    return {
      kind: 'api_key',
      userId,
      apiKeyId,
      rootKeyId: rootOf(key),
      mode,
      dailyCap,
      spendCaps: spendCapsOf(key),
      ratePerMinute,
      operations: key.allowedOperations ?? OPERATIONS,
      approvedBrands,
      hasWebhooks,
      standing,
      notOnWhatsapp,
    };
  }

  /** At most once a minute, in the background. */
  private touch(id: number, lastAt: Date | null, change: QueryDeepPartialEntity<ApiKey>): void {
    const isRecent = lastAt !== null && lastAt > addSeconds(this.clock.now(), -LAST_USED_SECONDS);
    if (isRecent || this.touching.has(id)) return;
    const started = this.background.start('note the use of an API key', async () => {
      try {
        await this.database.tx((tx) => tx.update(ApiKey, { id }, change));
      } finally {
        this.touching.delete(id);
      }
    });
    if (started) this.touching.add(id);
  }
}

const rootOf = ({ id, rootId }: UsableKey) => rootId ?? id;

function spendCapsOf(key: UsableKey): SpendCap[] {
  if (key.mode === 'test') return [];
  const { userId, spendCap, accountSpendCap } = key;
  return [
    ...(accountSpendCap === null ? [] : [{ userId, rootKeyId: ALL_KEYS, credits: accountSpendCap }]),
    ...(spendCap === null ? [] : [{ userId, rootKeyId: rootOf(key), credits: spendCap }]),
  ];
}

function accountOf(row: Record<string, unknown> = {}): Omit<UsableKey, keyof ApiKey> {
  const brands = row['approved_brands'];
  const cap = row['account_spend_cap'] ?? null;
  return {
    approvedBrands: typeof brands === 'string' ? (JSON.parse(brands) as string[]) : null,
    hasWebhooks: Number(row['has_webhooks']) === 1,
    standing: standingOf(Number(row['is_paying']) === 1, Number(row['is_verified']) === 1),
    notOnWhatsapp: Number(row['not_on_whatsapp'] ?? 0),
    accountSpendCap: cap === null ? null : Number(cap),
  };
}

function standingOf(isPaying: boolean, isVerified: boolean): Standing {
  if (isPaying) return 'paying';
  return isVerified ? 'verified' : 'unproven';
}

import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { BatchLoader } from '../platform/background/batch-loader.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, list, statement } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { sha256 } from '../platform/security/hashing.js';
import { normalizeBrand } from '../platform/text/brand.rules.js';
import { confusionKeys, wordRuns } from '../platform/text/confusables.rules.js';
import { BrandKey, ReservedBrand } from './brand.entities.js';

type Protection = 'approved' | 'reserved';
type Owner = { userId: number } | { reservedBrandId: number };

/** How long a cached result may be outdated after another instance changed the names. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_MAX = 5_000;
const REBUILD_SECONDS = 3600;
const BATCH = 200;

/** Brands that only some accounts may use: approved and reserved ones. */
@Injectable()
export class ProtectedBrands implements OnApplicationBootstrap {
  private readonly known = new LRUCache<string, boolean>({ max: REMEMBERED_MAX, ttl: REMEMBERED_MS });
  private readonly byHash = new BatchLoader((hashes: string[]) => this.read(hashes));

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    sweepers: Sweepers,
  ) {
    sweepers.every('the check of protected brands', REBUILD_SECONDS, () => this.rebuild());
  }

  /** An earlier release may have stored no keys, or keys of an older list of confusable characters. */
  async onApplicationBootstrap(): Promise<void> {
    await this.rebuild();
  }

  /**
   * Whether a name could be confused with a protected one, or has a reserved one among its words: `BCA Mobile` if `BCA`
   * is reserved. (An approved name does not reserve its words: an approval of `Berkah` must not stop `Toko Berkah`.)
   * Not called for accounts with approved names.
   */
  async covers(name: string): Promise<boolean> {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const [whole, ...parts] = await Promise.all(
      [[name], wordRuns(name), wordRuns(normalizeBrand(name))].map((names) => this.find(keysOf(names))),
    );
    const isCovered = whole !== undefined && (whole.length > 0 || parts.flat().includes('reserved'));
    this.known.set(name, isCovered);
    return isCovered;
  }

  /** Replaces the names of an owner. All processes follow within seconds. */
  async protect(tx: EntityManager, owner: Owner, brands: readonly string[]): Promise<void> {
    await tx.delete(BrandKey, owner);
    const rows = keysOf(brands).map((keyHash) => ({
      keyHash,
      userId: null,
      reservedBrandId: null,
      ...owner,
    }));
    if (rows.length > 0) await tx.insert(BrandKey, rows);
    this.known.clear();
  }

  /** Adds missing keys and removes stale ones, for example after an upgrade while an older release was running. */
  async rebuild(): Promise<void> {
    let written = 0;
    for (let after = 0; ;) {
      const rows = await this.accountsAfter(after);
      for (const { id } of rows) if (await this.rebuildAccount(id)) written += 1;
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) break;
      after = last.id;
    }
    for (const { id } of await this.database.read.find(ReservedBrand, { select: { id: true } }))
      if (await this.rebuildReserved(id)) written += 1;
    if (written > 0) this.logger.info({ owners: written }, 'protected brands brought up to date');
  }

  private async find(hashes: readonly string[]): Promise<Protection[]> {
    const found = await Promise.all(hashes.map((hash) => this.byHash.get(hash)));
    return found.filter((one) => one !== undefined);
  }

  private async read(hashes: string[]): Promise<Map<string, Protection>> {
    const rows = await this.database.query(
      statement(
        `SELECT key_hash, MAX(reserved_brand_id) AS reserved FROM brand_keys WHERE key_hash IN ${list(hashes)} GROUP BY key_hash`,
        hashes,
      ),
    );
    return new Map(
      rows.map((row) => [String(row['key_hash']), row['reserved'] === null ? 'approved' : 'reserved']),
    );
  }

  /** Accounts with approved brands or with rows in `brand_keys`, in the order of their ids. */
  private async accountsAfter(id: number): Promise<{ id: number }[]> {
    const rows = await this.database.query(
      statement(
        `SELECT id FROM users
          WHERE id > ? AND (approved_brands IS NOT NULL OR EXISTS (SELECT 1 FROM brand_keys k WHERE k.user_id = users.id))
          ORDER BY id LIMIT ${BATCH}`,
        [id],
      ),
    );
    return rows.map((row) => ({ id: Number(row['id']) }));
  }

  private async rebuildAccount(userId: number): Promise<boolean> {
    const approved = (from: EntityManager) => approvedBrandsOf(from, userId);
    if (await this.isCurrent(this.database.read, { userId }, await approved(this.database.read)))
      return false;
    await this.database.tx(async (tx) => {
      // Locks the account's row, as an administrator's change of its brands does.
      await tx.query('UPDATE users SET role_id = role_id WHERE id = ?', [userId]);
      await this.protect(tx, { userId }, await approved(tx));
    });
    return true;
  }

  private async rebuildReserved(id: number): Promise<boolean> {
    const owner = { reservedBrandId: id };
    const row = await this.database.read.findOneBy(ReservedBrand, { id });
    if (!row || (await this.isCurrent(this.database.read, owner, [row.brand]))) return false;
    await this.database.tx(async (tx) => {
      const { affected } = await tx.update(ReservedBrand, { id }, { brand: row.brand });
      if (affected === 1) await this.protect(tx, owner, [row.brand]);
    });
    return true;
  }

  private async isCurrent(from: EntityManager, owner: Owner, brands: readonly string[]): Promise<boolean> {
    const stored = await from.findBy(BrandKey, owner);
    const wanted = keysOf(brands);
    return stored.length === wanted.length && stored.every(({ keyHash }) => wanted.includes(keyHash));
  }
}

async function approvedBrandsOf(from: EntityManager, userId: number): Promise<string[]> {
  const [row] = await from.query<{ approved_brands: string | null }[]>(
    'SELECT approved_brands FROM users WHERE id = ?',
    [userId],
  );
  return row?.approved_brands ? (JSON.parse(row.approved_brands) as string[]) : [];
}

const keysOf = (brands: readonly string[]): string[] => [...new Set(brands.flatMap(hashesOf))];

/** Hashes of a name: of the text that was entered, and of the text that is sent. */
const hashesOf = (name: string): string[] => [
  ...new Set([...confusionKeys(name), ...confusionKeys(normalizeBrand(name))].map(sha256)),
];

import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Config } from '../../config/index.js';
import { devicesWithOlderUrlKey } from '../../gateway/index.js';
import { Database } from '../../platform/database/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { DataKeyCheck } from '../../platform/security/data-key-check.entity.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import {
  EXPIRING_ROWS,
  LOGIN_ADDRESSES,
  MESSAGES,
  type OldRows,
  PERMANENT_ROWS,
  RECOVERY_CODES,
} from './data-key-columns.js';
import { type OldCount, OldIndexes } from './old-rows.js';
import type { Remaining } from './report.rules.js';
import { type Resealed, Resealing } from './resealing.js';

/** What the operator allows to be lost with the old key. */
export interface DropOptions {
  /** Fingerprints of messages and of rows that expire by themselves. */
  forgetIndexes: boolean;
  /** Numbers on lists, restrictions, and undecided privacy requests. */
  forgetLists: boolean;
}

/** Moves the data from the old DATA_KEY to the new one, while the service runs. */
@Injectable()
export class Rekey {
  constructor(
    private readonly database: Database,
    private readonly resealing: Resealing,
    private readonly indexes: OldIndexes,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Why rekeying cannot begin; `undefined` if DATA_KEY has two keys and the new one is first. */
  get obstacle(): string | undefined {
    const [first, second] = this.config.dataKeys;
    if (!second)
      return 'DATA_KEY has one key, and the data is under it. To change it, see docs/leaked-keys.md.';
    return first.number < second.number
      ? 'DATA_KEY still has the old key first. Set `DATA_KEY=new,old` on every instance, then run this again.'
      : undefined;
  }

  reseal(): Promise<Resealed> {
    return this.resealing.run();
  }

  async remaining(): Promise<Remaining> {
    const messages = await this.indexes.count(MESSAGES);
    const days = this.config.MESSAGE_RETENTION_DAYS;
    return {
      messages: messages.rows,
      messagesUntil:
        messages.endsAt && days > 0 ? addSeconds(messages.endsAt, days * DAY_SECONDS) : undefined,
      expiring: await this.countsOf(EXPIRING_ROWS),
      permanent: await this.countsOf(PERMANENT_ROWS),
      loginAddresses: (await this.indexes.count(LOGIN_ADDRESSES)).rows,
      owners: await this.indexes.ownersOfCodes(),
      devices: await devicesWithOlderUrlKey(this.database, this.config.dataKeys[0].number),
    };
  }

  /** Drops the old key. Running instances that still have both keys continue to work. */
  async drop({ forgetIndexes, forgetLists }: DropOptions): Promise<void> {
    if (forgetIndexes) await this.indexes.forget();
    if (forgetLists) await this.indexes.forgetLists();
    failpoint('rekey.lists');
    await this.indexes.delete(RECOVERY_CODES);
    const [, old] = this.config.dataKeys;
    failpoint('rekey.drop');
    if (old)
      await this.database.tx((tx) =>
        tx.update(DataKeyCheck, { id: old.number, droppedAt: IsNull() }, { droppedAt: this.clock.now() }),
      );
    failpoint('rekey.dropped');
  }

  private async countsOf(kinds: Record<string, OldRows>): Promise<[string, OldCount][]> {
    const counts: [string, OldCount][] = [];
    for (const [name, rows] of Object.entries(kinds)) {
      const count = await this.indexes.count(rows);
      if (count.rows > 0) counts.push([name, count]);
    }
    return counts;
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../operations/audit/index.js';
import type { SessionActor } from '../platform/access/principal.js';
import { Database, execute, upsert } from '../platform/database/index.js';
import { orNotFound } from '../platform/errors/index.js';
import { Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';
import type { FraudSettingsDto, FraudSettingsView } from './fraud.dto.js';
import { FraudSetting, SERVICE_WIDE } from './fraud.entities.js';
import { FRAUD_LIMIT_NAMES, type FraudLimits, USUAL_LIMITS } from './fraud.rules.js';
import { FraudAccounts, USUAL_MODE } from './fraud-accounts.js';

/** Mode and limits of an account, or of {@link SERVICE_WIDE}. */
@Injectable()
export class FraudSettings {
  constructor(
    private readonly database: Database,
    private readonly accounts: FraudAccounts,
    private readonly users: UsersService,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async view(userId: number): Promise<FraudSettingsView> {
    const rows = await this.database.read.findBy(FraudSetting, [{ userId }, { userId: SERVICE_WIDE }]);
    const general = rows.find((row) => row.userId === SERVICE_WIDE);
    const own = rows.find((row) => row.userId === userId);
    return {
      mode: own?.mode ?? general?.mode ?? USUAL_MODE,
      ...{ ...USUAL_LIMITS, ...general?.limits, ...own?.limits },
      set: [
        ...(own?.mode ? (['mode'] as const) : []),
        ...FRAUD_LIMIT_NAMES.filter((name) => own?.limits[name] !== undefined),
      ],
    };
  }

  /** Fails with `not_found`. */
  async adminView(userId: number): Promise<FraudSettingsView> {
    if (userId !== SERVICE_WIDE) orNotFound(await this.users.findAccount(userId));
    return this.view(userId);
  }

  async setOwn(actor: SessionActor, body: FraudSettingsDto): Promise<FraudSettingsView> {
    return this.set(actor.userId, body, (tx, detail) =>
      this.audit.recordOwn(tx, actor, 'guard.update', undefined, detail),
    );
  }

  /** By an administrator. Fails with `not_found`. */
  async setBy(actor: SessionActor, userId: number, body: FraudSettingsDto): Promise<FraudSettingsView> {
    await this.adminView(userId);
    return this.set(userId, body, (tx, detail) =>
      userId === SERVICE_WIDE
        ? this.audit.record(tx, actor, 'fraud.update', 'fraud', detail)
        : this.audit.record(tx, actor, 'user.fraud_update', `user:${userId}`, detail),
    );
  }

  private async set(
    userId: number,
    { mode = null, ...given }: FraudSettingsDto,
    record: (tx: EntityManager, detail: object) => Promise<void>,
  ): Promise<FraudSettingsView> {
    const limits: Partial<FraudLimits> = {};
    for (const name of FRAUD_LIMIT_NAMES) {
      const value = given[name];
      if (typeof value === 'number') limits[name] = value;
    }
    const row = { userId, mode, limits: JSON.stringify(limits), updatedAt: this.clock.now() };
    const changes = { key: ['userId'], set: ['mode', 'limits', 'updatedAt'] } as const;
    await this.database.tx(async (tx) => {
      await execute(tx, upsert(this.database.engine, FraudSetting, [row], changes));
      await record(tx, { mode, ...limits });
    });
    this.accounts.forget(userId);
    return this.view(userId);
  }
}

import { Injectable } from '@nestjs/common';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { Audit } from '../../operations/audit/index.js';
import type { SessionActor } from '../../platform/access/principal.js';
import { Database, isUniqueViolation } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { Confirmation } from '../../platform/security/confirmation.js';
import { Calendar } from '../../platform/time/calendar.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { parseIsoTime } from '../../platform/time/iso-time.js';
import { namesOf } from '../account-contact.js';
import { CreditBalance, EVERY_ACCOUNT, Price } from '../credit.entities.js';
import { PRICE_CHANNELS, PRICE_NOTICE_SECONDS, pricesOverTime } from './price.rules.js';
import {
  type AccountPrices,
  type AdminPrices,
  FUTURE_SECONDS,
  PLANNED_MAX,
  type SetPriceDto,
  SHOWN_MAX,
} from './prices.dto.js';
import { Prices } from './prices.js';

/** Shows, sets and cancels prices. `userId` is an account, or {@link EVERY_ACCOUNT}. */
@Injectable()
export class PriceList {
  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async view(userId: number): Promise<AccountPrices> {
    return this.viewOf(userId, await this.rowsOf(userId));
  }

  /** Fails with `not_found`. */
  async adminView(userId: number): Promise<AdminPrices> {
    await this.requireAccount(userId);
    const rows = await this.rowsOf(userId);
    const own = rows.filter((row) => row.userId === userId).slice(0, SHOWN_MAX);
    const names = await namesOf(
      this.database.read,
      own.map(({ setBy }) => setBy),
    );
    const earliest = this.earliest();
    return {
      ...this.viewOf(userId, rows),
      set: own.map(({ id, channel, price, validFrom, setBy, createdAt }) => ({
        id,
        channel,
        price,
        ...this.calendar.fields('valid_from', validFrom),
        set_by: names.get(setBy)?.username ?? null,
        ...this.calendar.fields('created_at', createdAt),
        cancelable: validFrom > earliest,
      })),
    };
  }

  /** Fails with `not_found`, `parameter_invalid` and those of {@link Confirmation}. */
  async set(actor: SessionActor, userId: number, body: SetPriceDto): Promise<AdminPrices> {
    await this.requireAccount(userId);
    await this.confirmation.require(actor, body.current_password);
    try {
      await this.database.tx((tx) => this.insert(tx, actor, userId, body));
    } catch (error) {
      // Another administrator has just set one for the same moment.
      throw isUniqueViolation(error) ? momentInvalid() : error;
    }
    this.prices.forget();
    return this.adminView(userId);
  }

  /** Fails with `not_found` once it cannot be canceled any more. */
  async cancel(actor: SessionActor, id: number, currentPassword: string | undefined): Promise<void> {
    await this.confirmation.require(actor, currentPassword);
    await this.database.tx(async (tx) => {
      const row = orNotFound(await this.database.lockRow(tx, Price, { id }));
      // Other processes may use this price from now on.
      if (row.validFrom <= this.earliest()) throw new AppError('not_found');
      await tx.delete(Price, { id });
      await this.audit.record(tx, actor, 'price.cancel', targetOf(row.userId), detailOf(row));
    });
    this.prices.forget();
  }

  /** Checks the moments in the transaction, since it may run again later. */
  private async insert(
    tx: EntityManager,
    actor: SessionActor,
    userId: number,
    { channel, price, valid_from: asked }: SetPriceDto,
  ): Promise<void> {
    const createdAt = this.clock.now();
    const earliest = this.earliest();
    const validFrom = typeof asked === 'string' ? parseIsoTime(asked) : earliest;
    if (!validFrom || validFrom < earliest || validFrom > addSeconds(createdAt, FUTURE_SECONDS))
      throw momentInvalid();
    if ((await tx.countBy(Price, { userId, validFrom: MoreThan(createdAt) })) >= PLANNED_MAX)
      throw momentInvalid();
    const row = { userId, channel, price, validFrom, setBy: actor.userId, createdAt };
    await tx.insert(Price, row);
    await this.audit.record(tx, actor, 'price.set', targetOf(userId), detailOf(row));
  }

  private viewOf(userId: number, rows: readonly Price[]): AccountPrices {
    const now = this.clock.now();
    const items = PRICE_CHANNELS.map((channel) => {
      const ofChannel = rows.filter((row) => row.channel === channel);
      const general = ofChannel.filter((row) => row.userId === EVERY_ACCOUNT);
      const own = userId === EVERY_ACCOUNT ? [] : ofChannel.filter((row) => row.userId === userId);
      const prices = pricesOverTime({ own, general, usual: this.prices.usual(channel) });
      const current = prices.findLast(({ from }) => from === null || from <= now);
      const next = prices.flatMap(({ price, from }) =>
        from !== null && from > now ? [{ price, ...this.calendar.fields('valid_from', from) }] : [],
      );
      const since = this.calendar.fields('since', current?.from ?? null);
      return { channel, price: current?.price ?? this.prices.usual(channel), ...since, next };
    });
    return { currency: 'IDR', items };
  }

  /** Prices of the account and general prices, the latest first. */
  private rowsOf(userId: number): Promise<Price[]> {
    const where = { userId: In([userId, EVERY_ACCOUNT]) };
    return this.database.read.find(Price, {
      where,
      order: { validFrom: 'DESC', id: 'DESC' },
      take: READ_MAX,
    });
  }

  private async requireAccount(userId: number): Promise<void> {
    if (userId === EVERY_ACCOUNT) return;
    orNotFound(await this.database.read.findOneBy(CreditBalance, { userId }));
  }

  private earliest(): Date {
    return addSeconds(this.clock.now(), PRICE_NOTICE_SECONDS);
  }
}

/** Maximum of rows that are read, the latest first. Those beyond it are years old. */
const READ_MAX = 2000;

const momentInvalid = () => new AppError('parameter_invalid', { body: { fields: ['valid_from'] } });

const targetOf = (userId: number): string => (userId === EVERY_ACCOUNT ? 'prices' : `user:${userId}`);

const detailOf = ({ channel, price, validFrom }: Pick<Price, 'channel' | 'price' | 'validFrom'>) => ({
  channel,
  price,
  valid_from: validFrom.toISOString(),
});

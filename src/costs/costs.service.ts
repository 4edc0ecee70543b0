import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DevicesService } from '../gateway/index.js';
import { Audit } from '../operations/audit/index.js';
import type { SessionActor } from '../platform/access/principal.js';
import { Database, execute, upsert } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import type { LocalizedText } from '../platform/text/language.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';
import { CurrencyRate, DeviceCost } from './cost.entities.js';
import { amountOf, CostTable, microsOf, RUPIAH } from './cost.rules.js';
import {
  type AdminCosts,
  COSTS_SHOWN_MAX,
  type SetCostDto,
  type SetCurrencyRateDto,
  type SetRateCardDto,
} from './costs.dto.js';
import { readRateCard } from './rate-card.rules.js';

/** The most rows of each table, since all of them are read at once. */
const ROWS_MAX = 10_000;

type Confirmed = { current_password?: string; valid_from?: string };

/** Costs of devices and rates of currencies, from a local day on. It may be a past day: costs move no money. */
@Injectable()
export class Costs {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesService,
    private readonly users: UsersService,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async table(): Promise<CostTable> {
    const { read } = this.database;
    return new CostTable(await read.find(DeviceCost), await read.find(CurrencyRate));
  }

  async view(): Promise<AdminCosts> {
    const { read } = this.database;
    const latest = { order: { validFrom: 'DESC', id: 'DESC' } } as const;
    const [costs, rates] = [await read.find(DeviceCost, latest), await read.find(CurrencyRate, latest)];
    const shown = { costs: costs.slice(0, COSTS_SHOWN_MAX), rates: rates.slice(0, COSTS_SHOWN_MAX) };
    const users = await this.users.namesOf([...shown.costs, ...shown.rates].map(({ setBy }) => setBy));
    const devices = await this.devices.namesOf([...new Set(shown.costs.map(({ deviceId }) => deviceId))]);
    const today = this.calendar.day(this.clock.now());
    const costsNow = inForce(costs, today, ({ deviceId, category }) => `${deviceId} ${category}`);
    const ratesNow = inForce(rates, today, ({ currency }) => currency);
    const common = (row: DeviceCost | CurrencyRate) => ({
      id: row.id,
      currency: row.currency,
      valid_from: row.validFrom,
      set_by: users.get(row.setBy) ?? null,
      ...this.calendar.fields('created_at', row.createdAt),
    });
    return {
      costs: shown.costs.map((row) => ({
        ...common(row),
        in_force: costsNow.has(row),
        device_id: row.deviceId,
        device: devices.get(row.deviceId) ?? null,
        category: row.category || null,
        amount: row.micros === null ? null : amountOf(row.micros),
      })),
      rates: shown.rates.map((row) => ({
        ...common(row),
        in_force: ratesNow.has(row),
        rate: amountOf(row.micros),
      })),
    };
  }

  /** Sets a cost. Fails with `parameter_invalid` or as {@link Confirmation}, like {@link setRateCard} and setRate. */
  async setCost(actor: SessionActor, body: SetCostDto): Promise<AdminCosts> {
    const { device_id: deviceId, category, currency, amount } = body;
    await this.requireDevice(deviceId);
    const costs = [[category ?? '', amount === null ? null : (microsOf(amount) ?? null)]] as const;
    await this.change(actor, body, async (tx, validFrom) => {
      await this.storeCosts(tx, actor, { deviceId, currency, validFrom, costs });
      const detail = { category: category ?? null, currency, amount, valid_from: validFrom };
      await this.audit.record(tx, actor, 'cost.set', `device:${deviceId}`, detail);
    });
    return this.view();
  }

  /** Sets the costs of a rate card. Fails like {@link setCost}, or with `rate_card_invalid`. */
  async setRateCard(actor: SessionActor, body: SetRateCardDto): Promise<AdminCosts> {
    const { device_id: deviceId, currency, csv } = body;
    await this.requireDevice(deviceId);
    const card = readRateCard(csv, currency);
    if ('flaw' in card)
      throw new AppError('rate_card_invalid', { body: { fields: ['csv'] }, detail: card.flaw });
    const costs = [...card.rates];
    await this.change(actor, body, async (tx, validFrom) => {
      await this.storeCosts(tx, actor, { deviceId, currency, validFrom, costs });
      const authentication = amountOf(card.rates.get('authentication') ?? 0);
      const detail = { currency, authentication, valid_from: validFrom };
      await this.audit.record(tx, actor, 'cost.rate_card', `device:${deviceId}`, detail);
    });
    return this.view();
  }

  async setRate(actor: SessionActor, body: SetCurrencyRateDto): Promise<AdminCosts> {
    const { currency, rate } = body;
    const micros = microsOf(rate);
    if (currency === RUPIAH) throw invalid('currency');
    if (!micros) throw invalid('rate');
    await this.change(actor, body, async (tx, validFrom) => {
      await requireFewerThanMax(tx, CurrencyRate);
      const row = { currency, validFrom, micros, ...this.setter(actor) };
      const key = ['currency', 'validFrom'] as const;
      const set = ['micros', 'setBy', 'createdAt'] as const;
      await execute(tx, upsert(this.database.engine, CurrencyRate, [row], { key, set }));
      await this.audit.record(tx, actor, 'currency_rate.set', 'currency_rates', {
        currency,
        rate,
        valid_from: validFrom,
      });
    });
    return this.view();
  }

  /** Fails with `not_found` or as {@link Confirmation}, like {@link removeRate}. */
  async removeCost(actor: SessionActor, id: number, currentPassword?: string): Promise<void> {
    await this.change(actor, { current_password: currentPassword }, async (tx) => {
      const row = orNotFound(await this.database.lockRow(tx, DeviceCost, { id }));
      await tx.delete(DeviceCost, { id });
      const { deviceId, category, currency, micros, validFrom } = row;
      await this.audit.record(tx, actor, 'cost.remove', `device:${deviceId}`, {
        category: category || null,
        currency,
        amount: micros === null ? null : amountOf(micros),
        valid_from: validFrom,
      });
    });
  }

  async removeRate(actor: SessionActor, id: number, currentPassword?: string): Promise<void> {
    await this.change(actor, { current_password: currentPassword }, async (tx) => {
      const { currency, micros, validFrom } = orNotFound(
        await this.database.lockRow(tx, CurrencyRate, { id }),
      );
      await tx.delete(CurrencyRate, { id });
      const detail = { currency, rate: amountOf(micros), valid_from: validFrom };
      await this.audit.record(tx, actor, 'currency_rate.remove', 'currency_rates', detail);
    });
  }

  private async change(
    actor: SessionActor,
    { current_password: password, valid_from: from }: Confirmed,
    work: (tx: EntityManager, validFrom: string) => Promise<void>,
  ): Promise<void> {
    await this.confirmation.require(actor, password);
    await this.database.tx((tx) => work(tx, from ?? this.calendar.day(this.clock.now())));
  }

  /** Stores costs. A cost of the same device, category and day is replaced. */
  private async storeCosts(tx: EntityManager, actor: SessionActor, card: NewCosts): Promise<void> {
    await requireFewerThanMax(tx, DeviceCost);
    const { costs, ...common } = card;
    const rows = costs.map(([category, micros]) => ({ ...common, category, micros, ...this.setter(actor) }));
    const key = ['deviceId', 'category', 'validFrom'] as const;
    const set = ['currency', 'micros', 'setBy', 'createdAt'] as const;
    await execute(tx, upsert(this.database.engine, DeviceCost, rows, { key, set }));
  }

  private setter({ userId: setBy }: SessionActor) {
    return { setBy, createdAt: this.clock.now() };
  }

  private async requireDevice(id: number): Promise<void> {
    if (!(await this.devices.find(id))) throw invalid('device_id');
  }
}

interface NewCosts extends Pick<DeviceCost, 'deviceId' | 'currency' | 'validFrom'> {
  /** Micro units by category. */
  costs: readonly (readonly [string, number | null])[];
}

async function requireFewerThanMax(
  tx: EntityManager,
  table: typeof DeviceCost | typeof CurrencyRate,
): Promise<void> {
  if ((await tx.count(table)) >= ROWS_MAX) throw invalid('valid_from', FULL);
}

const FULL: LocalizedText = {
  id: 'Terlalu banyak yang tersimpan; hapus yang lama dahulu.',
  en: 'Too many are stored; remove old ones first.',
};

const invalid = (field: string, detail?: LocalizedText) =>
  new AppError('parameter_invalid', { body: { fields: [field] }, detail });

/** The rows that are in force on a day. Expects the latest rows first. */
function inForce<Row extends { validFrom: string }>(
  rows: readonly Row[],
  day: string,
  keyOf: (row: Row) => string,
): Set<Row> {
  const found = new Map<string, Row>();
  for (const row of rows) if (row.validFrom <= day && !found.has(keyOf(row))) found.set(keyOf(row), row);
  return new Set(found.values());
}

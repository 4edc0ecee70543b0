import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { columnsOf, Database, entitiesOf, statement } from '../../platform/database/index.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { EVERY_ACCOUNT, Price } from '../credit.entities.js';
import { priceAt, type PriceChannel, PRICES_AGE_SECONDS } from './price.rules.js';

/** The price of a WhatsApp message, fixed by the contract. */
const WHATSAPP_PRICE = 200;

interface PriceQuery {
  userId: number;
  channel: PriceChannel;
  /** When the message or verification was created; at most a day ago. */
  at: Date;
}

/** Rows that are valid or will be, newest first, by account and channel. */
type PriceTable = ReadonlyMap<string, readonly Price[]>;

/** Prices of live messages and inbound verifications, in credits. */
@Injectable()
export class Prices {
  private latest: { readAt: Date; table: Promise<PriceTable> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * The price of a message or verification that is created at that moment: the same in every process, now and later.
   */
  async of({ userId, channel, at }: PriceQuery): Promise<number> {
    const table = await this.table();
    const own = table.get(keyOf(userId, channel)) ?? [];
    const general = table.get(keyOf(EVERY_ACCOUNT, channel)) ?? [];
    return priceAt({ own, general, usual: this.usual(channel) }, at);
  }

  /** The present price of accounts without a price of their own. */
  general(channel: PriceChannel): Promise<number> {
    return this.of({ userId: EVERY_ACCOUNT, channel, at: this.clock.now() });
  }

  /** The price if the table has none. */
  usual(channel: PriceChannel): number {
    const { PRICE_SMS, PRICE_TELEGRAM, PRICE_INBOUND } = this.config;
    const variables = { sms: PRICE_SMS, telegram: PRICE_TELEGRAM, inbound: PRICE_INBOUND };
    return { whatsapp: WHATSAPP_PRICE, ...variables }[channel];
  }

  /** Call after this process has changed prices. Others read them within {@link PRICES_AGE_SECONDS}. */
  forget(): void {
    this.latest = undefined;
  }

  /** The table as read within the last {@link PRICES_AGE_SECONDS}. Concurrent callers share the read. */
  private table(): Promise<PriceTable> {
    const now = this.clock.now();
    if (this.latest) {
      const { readAt, table } = this.latest;
      // If the clock was set back, `readAt` is in the future: read again.
      if (readAt <= now && now < addSeconds(readAt, PRICES_AGE_SECONDS)) return table;
    }
    const latest = { readAt: now, table: this.read(addSeconds(now, -DAY_SECONDS)) };
    this.latest = latest;
    latest.table.catch(() => {
      if (this.latest === latest) this.latest = undefined;
    });
    return latest.table;
  }

  /** Reads the rows, without those that a newer one had replaced by `since`. */
  private async read(since: Date): Promise<PriceTable> {
    const rows = await this.database.query(
      statement(
        `SELECT ${columnsOf(Price)} FROM prices
          WHERE NOT EXISTS (SELECT 1 FROM prices newer WHERE newer.user_id = prices.user_id
            AND newer.channel = prices.channel AND newer.valid_from > prices.valid_from AND newer.valid_from <= ?)
          ORDER BY valid_from DESC`,
        [since],
      ),
    );
    const table = new Map<string, Price[]>();
    for (const row of entitiesOf(Price, rows)) {
      const key = keyOf(row.userId, row.channel);
      table.set(key, [...(table.get(key) ?? []), row]);
    }
    return table;
  }
}

const keyOf = (userId: number, channel: PriceChannel): string => `${userId} ${channel}`;

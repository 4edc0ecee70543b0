import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { Channel } from '../platform/text/channel.js';
import { MESSAGE_COST } from './credit.entities.js';

/** A channel has a price of its own; a verification by inbound has one too. */
export type PriceChannel = Channel | 'inbound';

interface PriceQuery {
  userId: number;
  channel: PriceChannel;
  /** When the message or verification was created. */
  at: Date;
}

/** Prices of live messages and inbound verifications, in credits. */
@Injectable()
export class Prices {
  constructor(private readonly config: Config) {}

  /** What the channel costs the account for what is created at that moment. */
  of({ channel }: PriceQuery): Promise<number> {
    const { PRICE_SMS, PRICE_TELEGRAM, PRICE_INBOUND } = this.config;
    const defaults: Record<PriceChannel, number> = {
      whatsapp: MESSAGE_COST,
      sms: PRICE_SMS,
      telegram: PRICE_TELEGRAM,
      inbound: PRICE_INBOUND,
    };
    return Promise.resolve(defaults[channel]);
  }
}

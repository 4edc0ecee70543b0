import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { Channel } from '../platform/text/channel.js';
import { MESSAGE_COST } from './credit.entities.js';

/** What a live message costs by each channel now, in credits. */
@Injectable()
export class Prices {
  private readonly byChannel: Readonly<Record<Channel, number>>;

  constructor({ PRICE_SMS, PRICE_TELEGRAM }: Config) {
    this.byChannel = { whatsapp: MESSAGE_COST, sms: PRICE_SMS, telegram: PRICE_TELEGRAM };
  }

  of(channel: Channel): number {
    return this.byChannel[channel];
  }
}

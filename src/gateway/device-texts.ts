import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { DEFAULT_CHANNEL } from '../platform/text/channel.js';
import { type Language, META_PRESETS } from '../platform/text/message-template.rules.js';
import { Device } from './device.entities.js';
import { channelOf } from './driver-info.js';
import { driverNamed } from './drivers/index.js';
import { DevicePool } from './pool/device-pool.js';

export interface MessageFormat {
  template: string;
  button: string | null;
}

export type MessageFormats = Readonly<Record<Language, MessageFormat>>;

/** The texts that recipients read, by device. */
@Injectable()
export class DeviceTexts {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly pool: DevicePool,
  ) {}

  /** The text of devices without their own. */
  usual(): MessageFormats {
    const { MESSAGE_TEMPLATE_ID, MESSAGE_TEMPLATE_EN } = this.config;
    return {
      id: { template: MESSAGE_TEMPLATE_ID, button: null },
      en: { template: MESSAGE_TEMPLATE_EN, button: null },
    };
  }

  /** The formats of active WhatsApp devices, most common first; without devices, the usual one. */
  async now(): Promise<MessageFormats[]> {
    const devices = await this.database.read.findBy(Device, { state: 'active' });
    const weights = new Map<string, number>();
    for (const device of devices.filter(reachesWhatsApp)) {
      const format = JSON.stringify(this.of(device));
      weights.set(format, (weights.get(format) ?? 0) + device.weight);
    }
    const formats = [...weights].sort(([, one], [, other]) => other - one);
    return formats.length === 0
      ? [this.usual()]
      : formats.map(([format]) => JSON.parse(format) as MessageFormats);
  }

  /** The templates of all devices that are not disabled. At most two seconds old. */
  async templates(): Promise<string[]> {
    const devices = (await this.pool.watched()).map(({ device }) => device);
    const formats = [this.usual(), ...devices.map((device) => this.of(device))];
    return [...new Set(formats.flatMap(({ id, en }) => [id.template, en.template]))];
  }

  private of({ driver, template }: Device): MessageFormats {
    if (driverNamed(driver)?.info.capabilities.ownText) return META_PRESETS;
    const own = template === null ? null : { template, button: null };
    return own ? { id: own, en: own } : this.usual();
  }
}

const reachesWhatsApp = ({ driver }: Device) => channelOf(driverNamed(driver)?.info) === DEFAULT_CHANNEL;

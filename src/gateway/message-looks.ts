import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { type Language, META_PRESETS } from '../platform/text/message-template.rules.js';
import { Device } from './device.entity.js';
import { driverNamed } from './drivers/index.js';
import { DevicePool } from './pool/device-pool.js';

/** How a message looks to its recipient: its text, and the label of the button that copies the code. */
export interface MessageLook {
  template: string;
  button: string | null;
}

/** By the language of the send. */
export type Looks = Readonly<Record<Language, MessageLook>>;

/** What recipients read, by the device that sends. */
@Injectable()
export class MessageLooks {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly pool: DevicePool,
  ) {}

  /** Where a device has no text of its own. */
  usual(): Looks {
    const { MESSAGE_TEMPLATE_ID, MESSAGE_TEMPLATE_EN } = this.config;
    return {
      id: { template: MESSAGE_TEMPLATE_ID, button: null },
      en: { template: MESSAGE_TEMPLATE_EN, button: null },
    };
  }

  /** Those of the devices in use, each once, the commonest first; the usual one where there is no device. */
  async now(): Promise<Looks[]> {
    const devices = await this.database.read.findBy(Device, { state: 'active' });
    const weights = new Map<string, number>();
    for (const device of devices) {
      const look = JSON.stringify(this.of(device));
      weights.set(look, (weights.get(look) ?? 0) + device.weight);
    }
    const looks = [...weights].sort(([, one], [, other]) => other - one);
    return looks.length === 0 ? [this.usual()] : looks.map(([look]) => JSON.parse(look) as Looks);
  }

  /** All texts that a brand may stand in, with the devices at most two seconds old. */
  async templates(): Promise<string[]> {
    const devices = (await this.pool.watched()).map(({ device }) => device);
    const looks = [this.usual(), ...devices.map((device) => this.of(device))];
    return [...new Set(looks.flatMap(({ id, en }) => [id.template, en.template]))];
  }

  private of({ driver, template }: Device): Looks {
    if (driverNamed(driver)?.info.capabilities.ownText) return META_PRESETS;
    const own = template === null ? null : { template, button: null };
    return own ? { id: own, en: own } : this.usual();
  }
}

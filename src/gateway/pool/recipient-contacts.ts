import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { addSeconds, Clock, DAY_SECONDS, HOUR_SECONDS } from '../../platform/time/clock.js';
import { type DeviceMessage, SentMessages } from '../sent-messages.js';

/** The devices that a recipient had contact with. */
export interface Contacts {
  /** Devices that wrote to the recipient before, or that it wrote to. */
  known: ReadonlySet<number>;
  /** Devices that delivered to the recipient before, or that it wrote to. */
  delivered: ReadonlySet<number>;
  /** Devices that wrote to the recipient within 24 hours. */
  lately: ReadonlySet<number>;
  /** The last device that delivered to the recipient within DEVICE_STICKY_HOURS. */
  familiar: number | null;
}

export const NO_CONTACTS: Contacts = {
  known: new Set(),
  delivered: new Set(),
  lately: new Set(),
  familiar: null,
};

/** Reads at most this many messages. Devices of older messages count as new, which is the safe side. */
const MESSAGES_MAX = 100;

@Injectable()
export class RecipientContacts {
  constructor(
    private readonly messages: SentMessages,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async of(recipients: readonly string[]): Promise<Contacts> {
    const { messages, writtenTo } = await this.messages.contactsOf(recipients, MESSAGES_MAX);
    const now = this.clock.now();
    const since = addSeconds(now, -this.config.DEVICE_STICKY_HOURS * HOUR_SECONDS);
    const familiar = messages.find(({ deliveredAt }) => deliveredAt && deliveredAt > since);
    const accepted = messages.filter(({ sentAt, deliveredAt }) => sentAt ?? deliveredAt);
    const lately = accepted.filter(({ createdAt }) => createdAt > addSeconds(now, -DAY_SECONDS));
    return {
      known: new Set([...idsOf(accepted), ...writtenTo]),
      delivered: new Set([...idsOf(accepted.filter(({ deliveredAt }) => deliveredAt)), ...writtenTo]),
      lately: new Set(idsOf(lately)),
      familiar: familiar?.deviceId ?? null,
    };
  }
}

const idsOf = (messages: DeviceMessage[]) => messages.flatMap(({ deviceId }) => deviceId ?? []);

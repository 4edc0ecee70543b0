import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { type HandedMessage, SentMessages } from '../sent-messages.js';

/** The devices that a recipient knows. */
export interface Contacts {
  /** Devices that wrote to it before. */
  known: ReadonlySet<number>;
  /** Devices that delivered to it before. */
  delivered: ReadonlySet<number>;
  /** The last device that delivered to it recently. */
  familiar: number | null;
}

export const NO_CONTACTS: Contacts = { known: new Set(), delivered: new Set(), familiar: null };

/** Reads at most this many messages. Devices before them count as new, which is the safe side. */
const MESSAGES_MAX = 100;

@Injectable()
export class RecipientContacts {
  constructor(
    private readonly messages: SentMessages,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async of(recipientIndex: string): Promise<Contacts> {
    const messages = await this.messages.lastTo(recipientIndex, MESSAGES_MAX);
    const since = addSeconds(this.clock.now(), -this.config.DEVICE_STICKY_HOURS * 3600);
    const familiar = messages.find(({ deliveredAt }) => deliveredAt && deliveredAt > since);
    const accepted = messages.filter(({ sentAt, deliveredAt }) => sentAt ?? deliveredAt);
    return {
      known: idsOf(accepted),
      delivered: idsOf(accepted.filter(({ deliveredAt }) => deliveredAt)),
      familiar: familiar?.deviceId ?? null,
    };
  }
}

const idsOf = (messages: HandedMessage[]) => new Set(messages.flatMap(({ deviceId }) => deviceId ?? []));

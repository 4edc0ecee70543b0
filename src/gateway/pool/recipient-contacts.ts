import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { type HandedMessage, SentMessages } from '../sent-messages.js';

/** The devices that a recipient knows. */
export interface Contacts {
  /** The devices that wrote to it before. */
  known: ReadonlySet<number>;
  /** Those of them that have delivered a message to it. */
  delivered: ReadonlySet<number>;
  /** The device that last delivered to it, not too long ago. */
  familiar: number | null;
}

export const NO_CONTACTS: Contacts = { known: new Set(), delivered: new Set(), familiar: null };

/**
 * Only so many of a recipient's last messages are read. A device that wrote before them counts as new, which is the
 * careful side.
 */
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

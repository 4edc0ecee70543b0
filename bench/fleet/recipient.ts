import type { SentMessage } from '../../src/gateway/pool/delivery-record.rules.js';
import type { Contacts } from '../../src/gateway/pool/recipient-contacts.js';

/** The same maximum as in the service. */
const MESSAGES_MAX = 100;

/** A person who gets codes, with the data that the service and WhatsApp have about them. */
export class Recipient {
  /** The devices that have a chat with this person in WhatsApp. */
  readonly chats = new Set<number>();
  /** Newest first. */
  private readonly messages: { deviceId: number; message: SentMessage }[] = [];

  constructor(readonly id: number) {}

  accepted(deviceId: number, message: SentMessage): void {
    this.messages.unshift({ deviceId, message });
    if (this.messages.length > MESSAGES_MAX) this.messages.pop();
  }

  /** The result that RecipientContacts would read from the database. */
  contacts(familiarSince: Date): Contacts {
    const familiar = this.messages.find(
      ({ message: { deliveredAt } }) => deliveredAt && deliveredAt > familiarSince,
    );
    return {
      known: new Set(this.messages.map(({ deviceId }) => deviceId)),
      delivered: new Set(
        this.messages.filter(({ message }) => message.deliveredAt).map(({ deviceId }) => deviceId),
      ),
      // The fleet has no business accounts.
      lately: new Set(),
      familiar: familiar?.deviceId ?? null,
    };
  }
}

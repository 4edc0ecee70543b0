/** What the pool knows of a message that was handed to a device. */
export interface HandedMessage {
  deviceId: number | null;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
}

/**
 * What this room asks of messages. They are the send's, which builds on the gateway and not the other way round: so the
 * room that reads messages answers.
 */
export abstract class SentMessages {
  /** The last ones of a device, newest first; with `until`, of those that were made by then. */
  abstract lastOf(deviceId: number, count: number, until?: Date): Promise<HandedMessage[]>;

  /** The last ones to a recipient through any device, newest first. */
  abstract lastTo(recipientIndex: string, count: number): Promise<HandedMessage[]>;

  /** Whether any message ever went through a device. */
  abstract haveUsed(deviceId: number): Promise<boolean>;
}

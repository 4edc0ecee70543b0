export interface HandedMessage {
  deviceId: number | null;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
}

/**
 * Messages as the gateway module needs them. The history module implements it, since otp depends on gateway.
 */
export abstract class SentMessages {
  /** The last messages of a device, newest first; `until`: created by then. */
  abstract lastOf(deviceId: number, count: number, until?: Date): Promise<HandedMessage[]>;

  /** The last messages to a recipient through any device, newest first. */
  abstract lastTo(recipientIndex: string, count: number): Promise<HandedMessage[]>;

  /** Devices that a recipient wrote to, to prove its phone. */
  abstract writtenToBy(recipientIndex: string): Promise<number[]>;

  /** Whether any message used the device. */
  abstract haveUsed(deviceId: number): Promise<boolean>;
}

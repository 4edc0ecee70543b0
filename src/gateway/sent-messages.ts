export interface DeviceMessage {
  deviceId: number | null;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
}

export interface RecipientHistory {
  /** The last messages to the recipient through any device, newest first. */
  messages: DeviceMessage[];
  /** Devices that it wrote to, to prove its phone. */
  writtenTo: number[];
}

/** What the gateway module needs; the history module implements it, since otp depends on gateway. */
export abstract class SentMessages {
  /** The last messages of a device, newest first; `until`: only messages created by then. */
  abstract lastOf(deviceId: number, count: number, until?: Date): Promise<DeviceMessage[]>;

  /** What a recipient and the devices have sent each other, in one read. */
  abstract contactsOf(recipients: readonly string[], count: number): Promise<RecipientHistory>;

  abstract haveUsed(deviceId: number): Promise<boolean>;
}

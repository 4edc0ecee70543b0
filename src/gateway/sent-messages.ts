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
  /** Devices that the recipient wrote to, to prove its phone. */
  writtenTo: number[];
}

/** Reads messages for the gateway module. The history module implements it, since otp depends on gateway. */
export abstract class SentMessages {
  /** The last messages of a device, newest first; `until`: only messages created by then. */
  abstract lastOf(deviceId: number, count: number, until?: Date): Promise<DeviceMessage[]>;

  /** The last messages to a recipient, and the devices that it wrote to, in one read. */
  abstract contactsOf(recipients: readonly string[], count: number): Promise<RecipientHistory>;

  abstract haveUsed(deviceId: number): Promise<boolean>;
}

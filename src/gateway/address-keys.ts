import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { BlindIndex } from '../platform/security/blind-index.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import type { Device } from './device.entity.js';

const LENGTH = 32;
const OVERLAP_SECONDS = 86_400;

type Addressed = Pick<Device, 'id' | 'addressGeneration' | 'addressRenewedAt'>;

/**
 * The unguessable part of each device's callback address, for gateways that do not sign, and the word that those ask
 * for that shake hands. Derived from DATA_KEY and how often it was renewed, so that there is no secret to keep.
 */
@Injectable()
export class AddressKeys {
  private readonly index: BlindIndex;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.index = new BlindIndex(config.DATA_KEY, 'callback-address');
  }

  /** The one that gateways are to be told. */
  of({ id, addressGeneration }: Addressed): string {
    return this.key(id, addressGeneration);
  }

  /** Those that prove a callback: that one, and the one before it while gateways are told. */
  accepted(device: Addressed): string[] {
    const { id, addressGeneration } = device;
    const isOverlap = this.oldUntil(device) !== null;
    return [this.of(device), ...(isOverlap ? [this.key(id, addressGeneration - 1)] : [])];
  }

  /** Until when the key before the present one is accepted; null: it is not. */
  oldUntil({ addressRenewedAt }: Addressed): Date | null {
    const until = addressRenewedAt && addSeconds(addressRenewedAt, OVERLAP_SECONDS);
    return until && until > this.clock.now() ? until : null;
  }

  /** Before they could be renewed they had no generation. */
  private key(deviceId: number, generation: number): string {
    const parts = generation === 0 ? [deviceId] : [deviceId, generation];
    return this.index.of(...parts).slice(0, LENGTH);
  }
}

import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { Config } from '../config/index.js';
import type { Database } from '../platform/database/index.js';
import { BlindIndex } from '../platform/security/hashing.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { Device } from './device.entities.js';
import { driverNamed } from './drivers/index.js';

const LENGTH = 32;
const OVERLAP_SECONDS = 86_400;

type UrlKeyFields = Pick<Device, 'id' | 'addressGeneration' | 'addressRenewedAt'>;

/** Derives the secret key of each callback URL from DATA_KEY, so nothing is stored. Meta's verify token is the same key. */
@Injectable()
export class CallbackUrlKeys {
  private readonly index: BlindIndex;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.index = new BlindIndex(config.dataKeys, 'callback-address');
  }

  /** The callback URL of a device. Its key proves callbacks that are not signed. */
  urlOf(device: UrlKeyFields & Pick<Device, 'driver'>): string {
    const isSigned = driverNamed(device.driver)?.info.capabilities.signedCallbacks ?? true;
    const url = `${this.config.publicUrl}/api/webhook/gateway/${device.id}`;
    return isSigned ? url : `${url}?key=${this.of(device)}`;
  }

  of({ id, addressGeneration }: UrlKeyFields): string {
    return shortened(this.index.of(...partsOf(id, addressGeneration)));
  }

  /**
   * The current key, and the previous one for a day after a renewal; each under all DATA_KEYs while DATA_KEY changes.
   */
  accepted(device: UrlKeyFields): string[] {
    const { id, addressGeneration } = device;
    const isOverlap = this.oldUntil(device) !== null;
    const generations = isOverlap ? [addressGeneration, addressGeneration - 1] : [addressGeneration];
    return generations.flatMap((generation) => this.index.all(...partsOf(id, generation)).map(shortened));
  }

  /** Until when the previous key is accepted; null: it is not. */
  oldUntil({ addressRenewedAt }: UrlKeyFields): Date | null {
    const until = addressRenewedAt && addSeconds(addressRenewedAt, OVERLAP_SECONDS);
    return until && until > this.clock.now() ? until : null;
  }
}

/** Generation 0 has the format of releases that could not renew keys. */
const partsOf = (deviceId: number, generation: number) =>
  generation === 0 ? [deviceId] : [deviceId, generation];

const shortened = (key: string) => key.slice(0, LENGTH);

/** Names of devices whose callback URL still has a key of a DATA_KEY older than number `dataKey`. */
export async function devicesWithOlderUrlKey({ read }: Database, dataKey: number): Promise<string[]> {
  const devices = await read.find(Device, { where: { state: Not('disabled') }, order: { id: 'ASC' } });
  return devices
    .filter(({ driver }) => driverNamed(driver)?.info.capabilities.signedCallbacks === false)
    .filter(({ addressDataKey }) => (addressDataKey ?? 1) < dataKey)
    .map(({ name }) => name);
}

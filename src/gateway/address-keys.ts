import { Injectable } from '@nestjs/common';
import { Config } from '../common/config/index.js';
import { BlindIndex } from '../common/security/blind-index.js';

const LENGTH = 32;

/**
 * The unguessable part of each device's callback address, for gateways that do not sign, and the word that those ask
 * for that shake hands. Derived from DATA_KEY, so that there is nothing to keep.
 */
@Injectable()
export class AddressKeys {
  private readonly index: BlindIndex;

  constructor(config: Config) {
    this.index = new BlindIndex(config.DATA_KEY, 'callback-address');
  }

  of(deviceId: number): string {
    return this.index.of(deviceId).slice(0, LENGTH);
  }
}

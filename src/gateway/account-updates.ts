import { Injectable } from '@nestjs/common';
import type { Device } from './device.entities.js';
import type { ParsedCallback } from './driver.js';
import { DeviceHealthStore } from './pool/device-health-store.js';
import { DevicePool } from './pool/device-pool.js';
import { DeviceTemplates } from './pool/device-templates.js';

/** Applies what a callback says about the account of a device, for all instances. */
@Injectable()
export class AccountUpdates {
  constructor(
    private readonly templates: DeviceTemplates,
    private readonly healthStore: DeviceHealthStore,
    private readonly pool: DevicePool,
  ) {}

  async apply(device: Device, { templates = [], messagingLimit }: ParsedCallback): Promise<void> {
    if (templates.length === 0 && messagingLimit === undefined) return;
    await this.templates.apply(device, templates);
    if (messagingLimit !== undefined) {
      const { accountId, portfolioId } = device;
      await this.healthStore.identify(device, { accountId, portfolioId, messagingLimit });
    }
    await this.pool.refresh();
  }
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Device } from '../device.entities.js';
import { BrokenDeviceError, DeviceLinks } from '../device-link.js';
import { DevicePool } from './device-pool.js';

const TIMEOUT_MS = 2000;
/** How long the response of a gateway is cached. */
const REMEMBERED_MS = 60_000;
const DEVICES_MAX = 1000;

/** Chooses the device that a user's text goes to. */
@Injectable()
export class InboundDevices {
  /** Whether the gateway reports texts, by device and its last change. */
  private readonly reporting = new LRUCache<string, boolean>({ max: DEVICES_MAX, ttl: REMEMBERED_MS });

  constructor(
    private readonly pool: DevicePool,
    private readonly links: DeviceLinks,
  ) {}

  /** Passes over devices whose gateway says that it does not report texts. `undefined`: none is left. */
  async pick(): Promise<Device | undefined> {
    for (const device of await this.pool.receiving()) if (await this.reports(device)) return device;
    return undefined;
  }

  private async reports(device: Device): Promise<boolean> {
    const key = `${device.id} ${device.updatedAt.getTime()}`;
    const known = this.reporting.get(key);
    if (known !== undefined) return known;
    const isReporting = await this.ask(device);
    this.reporting.set(key, isReporting);
    return isReporting;
  }

  /** True unless the gateway says otherwise. */
  private async ask(device: Device): Promise<boolean> {
    const link = this.links.find(device);
    if (link instanceof BrokenDeviceError) return false;
    const missing = await link.driver.missingEvent?.(link.access, AbortSignal.timeout(TIMEOUT_MS));
    return typeof missing !== 'string';
  }
}

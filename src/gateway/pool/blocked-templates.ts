import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import type { Device } from '../device.entities.js';
import { DeviceLinks } from '../device-link.js';
import { DevicePool } from './device-pool.js';
import { DeviceTemplates } from './device-templates.js';

/** Between two requests about one device. */
const PAUSE_SECONDS = 300;
const TIMEOUT_MS = 5000;
const DEVICES_MAX = 1000;

/** Asks a gateway again about templates that it refused: the callback that approves one may be lost. */
@Injectable()
export class BlockedTemplates {
  /** When this instance may ask again, by device. */
  private readonly nextAt = new LRUCache<number, Date>({ max: DEVICES_MAX });

  constructor(
    private readonly pool: DevicePool,
    private readonly links: DeviceLinks,
    private readonly templates: DeviceTemplates,
    private readonly clock: Clock,
  ) {}

  async check(device: Device): Promise<void> {
    const { accountId } = device;
    const blocked = this.pool.of(device).blockedTemplates;
    const now = this.clock.now();
    const nextAt = this.nextAt.get(device.id);
    if (accountId === null || blocked.length === 0 || (nextAt && now < nextAt)) return;
    this.nextAt.set(device.id, addSeconds(now, PAUSE_SECONDS));
    const { driver, access } = this.links.to(device);
    const listed = await driver.templates?.list({ ...access, accountId }, AbortSignal.timeout(TIMEOUT_MS));
    if (listed?.kind !== 'done') return;
    const isBlocked = (name: string, language: string) =>
      blocked.some((one) => one.name === name && one.language === language);
    await this.templates.applyListed(
      device,
      listed.value.filter(({ name, language }) => isBlocked(name, language)),
      this.clock.now(),
    );
    await this.pool.refresh();
  }
}

import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { Audit, type Actor } from '../audit/index.js';
import { Calendar } from '../common/calendar.js';
import { Clock } from '../common/clock.js';
import { Config } from '../common/config/index.js';
import { Database, isUniqueViolation } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import type { PageQuery } from '../common/page.js';
import { Sealer } from '../common/security/sealer.js';
import { DevicePool } from './device-pool.js';
import { DeviceProber } from './device-prober.js';
import { Device } from './device.entity.js';
import type {
  CreateDeviceDto,
  DevicePage,
  DeviceTested,
  DeviceView,
  UpdateDeviceDto,
} from './devices.dto.js';

/** What an administrator does with devices; each change is audited in its own transaction, and the pool told of it. */
@Injectable()
export class DevicesAdminService {
  constructor(
    private readonly database: Database,
    private readonly pool: DevicePool,
    private readonly prober: DeviceProber,
    private readonly audit: Audit,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async list({ page, limit, offset }: PageQuery): Promise<DevicePage> {
    const [devices, total] = await this.database.read.findAndCount(Device, {
      order: { id: 'ASC' },
      skip: offset,
      take: limit,
    });
    return { total, page, limit, items: devices.map((device) => this.view(device)) };
  }

  async get(id: number): Promise<DeviceView> {
    return this.view(await this.require(id));
  }

  async create(actor: Actor, body: CreateDeviceDto): Promise<DeviceView> {
    const { name, driver, base_url, token, webhook_secret } = body;
    const now = this.clock.now();
    const id = await this.unlessNameTaken(async (tx) => {
      const device = tx.create(Device, {
        name,
        driver,
        baseUrl: base_url,
        tokenSealed: this.sealer.seal(token),
        webhookSecretSealed: this.seal(webhook_secret ?? null),
        state: 'active',
        createdAt: now,
        updatedAt: now,
      });
      await tx.insert(Device, device);
      const detail = { name, driver, base_url, webhook_secret_set: Boolean(webhook_secret) };
      await this.audit.record(tx, actor, 'device.create', `device:${device.id}`, detail);
      return device.id;
    });
    await this.pool.refresh();
    return this.get(id);
  }

  async update(actor: Actor, id: number, body: UpdateDeviceDto): Promise<DeviceView> {
    await this.require(id);
    const change = this.changeOf(body);
    if (Object.keys(change).length > 0) {
      await this.unlessNameTaken(async (tx) => {
        await tx.update(Device, { id }, { ...change, updatedAt: this.clock.now() });
        await this.audit.record(tx, actor, 'device.update', `device:${id}`, auditable(body));
      });
      await this.pool.refresh();
    }
    return this.get(id);
  }

  /**
   * The look into the messages is outside the transaction, since it may have to read all of them. A send that is
   * just then under way through the device would be left with the id of a device that is gone, and nothing worse.
   */
  async delete(actor: Actor, id: number): Promise<void> {
    const { name } = await this.require(id);
    if (await this.wasUsed(id)) throw new AppError('device_in_use');
    await this.database.tx(async (tx) => {
      await tx.delete(Device, { id });
      await this.audit.record(tx, actor, 'device.delete', `device:${id}`, { name });
    });
    await this.pool.refresh();
  }

  async test(id: number): Promise<DeviceTested> {
    const { health, durationMs } = await this.prober.probe(await this.require(id));
    return { connected: health.verdict === 'connected', detail: health.detail, duration_ms: durationMs };
  }

  private async wasUsed(id: number): Promise<boolean> {
    // By their table names: what lies in them is the send's, which builds on the gateway and not the other way round.
    for (const table of ['message_attempts', 'messages']) {
      const rows: unknown = await this.database.read.query(
        `SELECT 1 FROM ${table} WHERE device_id = ? LIMIT 1`,
        [id],
      );
      if (Array.isArray(rows) && rows.length > 0) return true;
    }
    return false;
  }

  private changeOf({ name, base_url, token, webhook_secret, state }: UpdateDeviceDto) {
    return {
      ...(name === undefined ? {} : { name }),
      ...(base_url === undefined ? {} : { baseUrl: base_url }),
      ...(token === undefined ? {} : { tokenSealed: this.sealer.seal(token) }),
      ...(webhook_secret === undefined ? {} : { webhookSecretSealed: this.seal(webhook_secret) }),
      ...(state === undefined ? {} : { state }),
    } satisfies QueryDeepPartialEntity<Device>;
  }

  private seal(secret: string | null): string | null {
    return secret === null ? null : this.sealer.seal(secret);
  }

  private async unlessNameTaken<T>(work: Parameters<typeof this.database.tx<T>>[0]): Promise<T> {
    try {
      return await this.database.tx(work);
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('device_name_taken');
      throw error;
    }
  }

  private async require(id: number): Promise<Device> {
    const device = await this.database.read.findOneBy(Device, { id });
    if (!device) throw new AppError('not_found');
    return device;
  }

  private view(device: Device): DeviceView {
    const probe = this.pool.lastProbeOf(device);
    return {
      id: device.id,
      name: device.name,
      driver: device.driver,
      base_url: device.baseUrl,
      callback_url: `${this.config.publicUrl}/api/webhook/gateway/${device.id}`,
      token_set: device.tokenSealed !== '',
      webhook_secret_set: device.webhookSecretSealed !== null,
      state: device.state,
      condition: this.pool.conditionOf(device),
      last_probe: probe && {
        connected: probe.verdict === 'connected',
        detail: probe.detail,
        at: this.calendar.format(probe.at),
      },
      created_at: this.calendar.format(device.createdAt),
      updated_at: this.calendar.format(device.updatedAt),
    };
  }
}

/** What the audit log may keep of a change: of a secret, only that it was changed. */
function auditable({ token, webhook_secret, ...open }: UpdateDeviceDto): object {
  return {
    ...open,
    ...(token === undefined ? {} : { token: 'changed' }),
    ...(webhook_secret === undefined
      ? {}
      : { webhook_secret: webhook_secret === null ? 'removed' : 'changed' }),
  };
}

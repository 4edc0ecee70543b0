import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { type Actor, Audit } from '../../operations/audit/index.js';
import type { SessionActor } from '../../platform/access/actor.js';
import { Database, isUniqueViolation } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import type { PageQuery } from '../../platform/http/page.js';
import { Confirmation, type ConfirmedDto } from '../../platform/security/confirmation.js';
import { Sealer } from '../../platform/security/sealer.js';
import { Clock } from '../../platform/time/clock.js';
import { isSameOrigin } from '../base-url.rules.js';
import { Device } from '../device.entity.js';
import { settingsOf, wrongSettings } from '../device-settings.rules.js';
import { findingOf } from '../driver.js';
import { driverNamed } from '../drivers/index.js';
import { DeviceAllowance } from '../pool/device-allowance.entity.js';
import { DevicePool } from '../pool/device-pool.js';
import { DeviceProbe } from '../pool/device-probe.entity.js';
import { DeviceProber } from '../pool/device-prober.js';
import { afresh } from '../pool/shared-marks.js';
import { SharedProbes } from '../pool/shared-probes.js';
import { SentMessages } from '../sent-messages.js';
import type { DevicePage, DeviceTested, DeviceView } from './device-view.dto.js';
import { DeviceViewer } from './device-viewer.js';
import type { CreateDeviceDto, UpdateDeviceDto } from './devices.dto.js';

/** What an administrator does with devices; each change is audited in its own transaction, and the pool told of it. */
@Injectable()
export class DevicesAdminService {
  constructor(
    private readonly database: Database,
    private readonly pool: DevicePool,
    private readonly prober: DeviceProber,
    private readonly viewer: DeviceViewer,
    private readonly probes: SharedProbes,
    private readonly messages: SentMessages,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  async list({ page, limit, offset }: PageQuery): Promise<DevicePage> {
    const [devices, total] = await this.database.read.findAndCount(Device, {
      order: { id: 'ASC' },
      skip: offset,
      take: limit,
    });
    return { total, page, limit, items: await this.viewer.views(devices) };
  }

  async get(id: number): Promise<DeviceView> {
    return this.viewer.view(await this.require(id));
  }

  /** What goes through a device is its gateway's to read: a stolen session makes none. */
  async create(actor: SessionActor, body: CreateDeviceDto): Promise<DeviceView> {
    const { name, driver, base_url, token, webhook_secret, settings = {}, template = null } = body;
    const { weight = 1, limits = null, check_number = null, state = 'setup' } = body;
    this.checkSettings(driver, settings);
    this.checkNumberCheck(driver, check_number ?? false);
    await this.confirmation.require(actor, body.current_password);
    const now = this.clock.now();
    const id = await this.unlessNameTaken(async (tx) => {
      const device = tx.create(Device, {
        name,
        driver,
        baseUrl: base_url,
        tokenSealed: this.sealer.seal(token),
        webhookSecretSealed: this.seal(webhook_secret ?? null),
        settings,
        template,
        weight,
        limits,
        numberCheck: check_number,
        trials: 0,
        state,
        startedAt: null,
        failures: 0,
        createdAt: now,
        updatedAt: now,
      });
      await tx.insert(Device, device);
      const detail = {
        name,
        driver,
        base_url,
        settings,
        template,
        weight,
        limits,
        check_number,
        state,
        webhook_secret_set: Boolean(webhook_secret),
      };
      await this.audit.record(tx, actor, 'device.create', `device:${device.id}`, detail);
      return device.id;
    });
    return this.changed(id);
  }

  async update(actor: SessionActor, id: number, body: UpdateDeviceDto): Promise<DeviceView> {
    const device = await this.require(id);
    const { driver } = device;
    if (body.settings) this.checkSettings(driver, body.settings);
    this.checkNumberCheck(driver, body.check_number ?? false);
    if (leaksToken(device, body)) throw new AppError('device_token_required');
    if (this.needsOwner(device, body)) await this.confirmation.require(actor, body.current_password);
    return this.change(actor, device, body);
  }

  async drain(actor: Actor, id: number): Promise<DeviceView> {
    return this.change(actor, await this.require(id), { state: 'draining' });
  }

  private async change(actor: Actor, device: Device, body: UpdateDeviceDto): Promise<DeviceView> {
    const { id, baseUrl } = device;
    const change = this.changeOf(body);
    if (Object.keys(change).length === 0) return this.get(id);
    const isMoved = change.baseUrl !== undefined && change.baseUrl !== baseUrl;
    const now = this.clock.now();
    await this.unlessNameTaken(async (tx) => {
      // Another gateway: nothing that is known of the old one holds.
      const moved = isMoved ? { ...afresh(now), linkedAt: null, firstCallbackAt: null } : {};
      const started = change.state === undefined ? {} : startOf(device, now);
      const changes = { ...change, ...moved, ...started, updatedAt: now };
      // What was allowed was allowed for the address that it was read with: another one may have come in between.
      const { affected } = await tx.update(Device, { id, baseUrl }, changes);
      if (affected !== 1) throw new AppError('device_changed');
      if (isMoved || body.token !== undefined || body.settings !== undefined)
        await this.probes.forget(tx, id);
      await this.audit.record(tx, actor, 'device.update', `device:${id}`, auditable(body));
    });
    return this.changed(id);
  }

  /** Guarded by what was read: of two renewals at once one would end the address that the other has just told. */
  async renewCallbackKey(actor: SessionActor, id: number, body: ConfirmedDto): Promise<DeviceView> {
    const { addressGeneration } = await this.require(id);
    await this.confirmation.require(actor, body.current_password);
    const now = this.clock.now();
    await this.database.tx(async (tx) => {
      const renewed = { addressGeneration: addressGeneration + 1, addressRenewedAt: now, updatedAt: now };
      const { affected } = await tx.update(Device, { id, addressGeneration }, renewed);
      if (affected !== 1) throw new AppError('device_changed');
      await this.audit.record(tx, actor, 'device.callback_key', `device:${id}`);
    });
    return this.changed(id);
  }

  /** In use again, and nothing of what was held against it counts any more. */
  async resume(actor: Actor, id: number): Promise<DeviceView> {
    const now = this.clock.now();
    const started = startOf(await this.require(id), now);
    await this.database.tx(async (tx) => {
      await tx.update(Device, { id }, { state: 'active', ...afresh(now), ...started, updatedAt: now });
      await this.probes.forget(tx, id);
      await this.audit.record(tx, actor, 'device.resume', `device:${id}`);
    });
    return this.changed(id);
  }

  /**
   * The look into the messages is outside the transaction, since it may have to read all of them. A send that is
   * just then under way through the device would be left with the id of a device that is gone, and nothing worse.
   */
  async delete(actor: SessionActor, id: number, body: ConfirmedDto): Promise<void> {
    const { name } = await this.require(id);
    if (await this.messages.haveUsed(id)) throw new AppError('device_in_use');
    await this.confirmation.require(actor, body.current_password);
    await this.database.tx(async (tx) => {
      await tx.delete(Device, { id });
      for (const leftover of [DeviceAllowance, DeviceProbe]) await tx.delete(leftover, { deviceId: id });
      await this.audit.record(tx, actor, 'device.delete', `device:${id}`, { name });
    });
    await this.pool.refresh();
  }

  async test(id: number): Promise<DeviceTested> {
    const { health, durationMs } = await this.prober.probe(await this.require(id));
    const connected = health.verdict === 'connected';
    return { finding: findingOf(health), connected, detail: health.detail, duration_ms: durationMs };
  }

  private checkSettings(driver: string, settings: Record<string, string>): void {
    const info = driverNamed(driver)?.info;
    const wrong = info ? wrongSettings(info, settings) : ['driver'];
    if (wrong.length > 0) throw new AppError('parameter_invalid', { body: { fields: wrong } });
  }

  private checkNumberCheck(driver: string, isWanted: boolean): void {
    if (isWanted && !driverNamed(driver)?.info.capabilities.checkNumber)
      throw new AppError('parameter_invalid', { body: { fields: ['check_number'] } });
  }

  /** Whether a change decides who reads what is sent, what recipients read, or whose callbacks are believed. */
  private needsOwner(device: Device, body: UpdateDeviceDto): boolean {
    if (body.token !== undefined || body.webhook_secret !== undefined) return true;
    const { base_url = device.baseUrl, template = device.template, settings = device.settings } = body;
    const info = driverNamed(device.driver)?.info;
    const inForce = (given: Record<string, string>) => (info ? settingsOf(info, given) : given);
    return (
      base_url !== device.baseUrl ||
      template !== device.template ||
      !isDeepStrictEqual(inForce(settings), inForce(device.settings))
    );
  }

  private changeOf(body: UpdateDeviceDto) {
    const { name, base_url, token, webhook_secret, settings, template, state } = body;
    const { weight, limits, check_number } = body;
    return {
      ...(name === undefined ? {} : { name }),
      ...(base_url === undefined ? {} : { baseUrl: base_url }),
      ...(token === undefined ? {} : { tokenSealed: this.sealer.seal(token) }),
      ...(webhook_secret === undefined ? {} : { webhookSecretSealed: this.seal(webhook_secret) }),
      ...(settings === undefined ? {} : { settings }),
      ...(template === undefined ? {} : { template }),
      ...(weight === undefined ? {} : { weight }),
      ...(limits === undefined ? {} : { limits }),
      ...(check_number === undefined ? {} : { numberCheck: check_number }),
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

  /** The pool reads it anew; one that is not linked yet is asked at once, so that it may send when this is answered. */
  private async changed(id: number): Promise<DeviceView> {
    await this.pool.refresh();
    const device = await this.require(id);
    if (device.linkedAt || device.state === 'disabled') return this.viewer.view(device);
    await this.prober.first(device);
    return this.get(id);
  }

  private async require(id: number): Promise<Device> {
    return orNotFound(await this.database.read.findOneBy(Device, { id }));
  }
}

/** The warm-up of a device begins when it leaves its set-up, not when it was added. */
const startOf = ({ state }: Device, now: Date): Partial<Device> =>
  state === 'setup' ? { startedAt: now } : {};

/** A token that one server knows would be told to another. */
const leaksToken = ({ baseUrl }: Device, { base_url, token }: UpdateDeviceDto): boolean =>
  base_url !== undefined && token === undefined && !isSameOrigin(base_url, baseUrl);

/** What the audit log may keep of a change: of a secret, only that it was changed; of a password, nothing. */
function auditable({ token, webhook_secret, current_password: _, ...open }: UpdateDeviceDto): object {
  return {
    ...open,
    ...(token === undefined ? {} : { token: 'changed' }),
    ...(webhook_secret === undefined
      ? {}
      : { webhook_secret: webhook_secret === null ? 'removed' : 'changed' }),
  };
}

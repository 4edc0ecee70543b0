import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { Config } from '../../config/index.js';
import { type Actor, Audit } from '../../operations/audit/index.js';
import type { SessionActor } from '../../platform/access/principal.js';
import { Database, isUniqueViolation } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import type { PageQuery } from '../../platform/http/request-fields.js';
import { Confirmation, type ConfirmedDto } from '../../platform/security/confirmation.js';
import { Sealer } from '../../platform/security/sealer.js';
import { Clock } from '../../platform/time/clock.js';
import { isSameOrigin } from '../base-url.rules.js';
import { Device, DeviceAllowance, DeviceProbe, DeviceTemplate } from '../device.entities.js';
import {
  faultInSettings,
  type GivenSettings,
  settingsOf,
  storedSettings,
  wrongSettings,
} from '../device-settings.rules.js';
import { findingOf } from '../driver.js';
import { driverNamed } from '../drivers/index.js';
import { cleanRecord, UNKNOWN_ACCOUNT } from '../pool/device-health-store.js';
import { DevicePool } from '../pool/device-pool.js';
import { DeviceProber } from '../pool/device-prober.js';
import { DeviceTemplates } from '../pool/device-templates.js';
import { ProbeStore } from '../pool/probe-store.js';
import { SentMessages } from '../sent-messages.js';
import type { DevicePage, DeviceTested, DeviceView } from './device-view.dto.js';
import { DeviceViewer } from './device-viewer.js';
import type { CreateDeviceDto, UpdateDeviceDto } from './devices.dto.js';

/** Changes devices. Each change is audited in its transaction, and the pool reloads. */
@Injectable()
export class DevicesAdminService {
  constructor(
    private readonly database: Database,
    private readonly pool: DevicePool,
    private readonly prober: DeviceProber,
    private readonly viewer: DeviceViewer,
    private readonly probes: ProbeStore,
    private readonly templates: DeviceTemplates,
    private readonly messages: SentMessages,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly sealer: Sealer,
    private readonly config: Config,
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

  /** Needs the password: a gateway reads the codes, so a stolen session must not add one. */
  async create(actor: SessionActor, body: CreateDeviceDto): Promise<DeviceView> {
    const { name, driver, base_url, token, webhook_secret, settings = {}, template = null } = body;
    const { weight = 1, limits = null, check_number = null, state = 'setup' } = body;
    this.checkSettings(driver, settings);
    this.requireNumberCheck(driver, check_number ?? false);
    await this.confirmation.require(actor, body.current_password);
    const now = this.clock.now();
    const id = await this.unlessNameTaken(async (tx) => {
      const device = tx.create(Device, {
        name,
        driver,
        baseUrl: base_url,
        tokenSealed: this.sealer.seal(token),
        webhookSecretSealed: this.seal(webhook_secret ?? null),
        settings: storedSettings(settings),
        template,
        weight,
        limits,
        numberCheck: check_number,
        state,
        addressDataKey: this.config.dataKeys[0].number,
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
    this.requireNumberCheck(driver, body.check_number ?? false);
    if (leaksToken(device, body)) throw new AppError('device_token_required');
    if (this.needsConfirmation(device, body)) await this.confirmation.require(actor, body.current_password);
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
      // The address is another gateway's: forget what is known of the old one.
      const moved = isMoved
        ? { ...cleanRecord(now), linkedAt: null, firstCallbackAt: null, number: null }
        : {};
      const started = change.state === undefined ? {} : startOf(device, now);
      const mayBeAnotherAccount = isMoved || body.token !== undefined || body.settings !== undefined;
      const account = mayBeAnotherAccount ? UNKNOWN_ACCOUNT : {};
      const changes = { ...change, ...moved, ...account, ...started, updatedAt: now };
      // Compare-and-set on the address for which the change was authorised.
      const { affected } = await tx.update(Device, { id, baseUrl }, changes);
      if (affected !== 1) throw new AppError('device_changed');
      if (mayBeAnotherAccount) await this.probes.forget(tx, id);
      await this.audit.record(tx, actor, 'device.update', `device:${id}`, auditable(body));
    });
    return this.changed(id);
  }

  /** Compare-and-set: a concurrent renewal would invalidate the address that was just returned. */
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

  async resume(actor: Actor, id: number): Promise<DeviceView> {
    const now = this.clock.now();
    const started = startOf(await this.require(id), now);
    await this.database.tx(async (tx) => {
      await tx.update(Device, { id }, { state: 'active', ...cleanRecord(now), ...started, updatedAt: now });
      await this.probes.forget(tx, id);
      await this.templates.forget(tx, id);
      await this.audit.record(tx, actor, 'device.resume', `device:${id}`);
    });
    return this.changed(id);
  }

  /**
   * Deletes a device that was never used. Scans the messages before the transaction, because the scan is slow. A message
   * sent in between keeps the id of the deleted device, which is harmless.
   */
  async delete(actor: SessionActor, id: number, body: ConfirmedDto): Promise<void> {
    const { name } = await this.require(id);
    if (await this.messages.haveUsed(id)) throw new AppError('device_in_use');
    await this.confirmation.require(actor, body.current_password);
    await this.database.tx(async (tx) => {
      await tx.delete(Device, { id });
      for (const leftover of [DeviceAllowance, DeviceProbe, DeviceTemplate])
        await tx.delete(leftover, { deviceId: id });
      await this.audit.record(tx, actor, 'device.delete', `device:${id}`, { name });
    });
    await this.pool.refresh();
  }

  async test(id: number): Promise<DeviceTested> {
    const { health, durationMs } = await this.prober.probe(await this.require(id));
    const connected = health.connection === 'connected';
    return { finding: findingOf(health), connected, detail: health.detail, duration_ms: durationMs };
  }

  private checkSettings(driver: string, settings: GivenSettings): void {
    const info = driverNamed(driver)?.info;
    const wrong = info ? wrongSettings(info, settings) : ['driver'];
    if (wrong.length === 0) return;
    const fault = info && faultInSettings(info, settings);
    const detail = fault && {
      id: `settings.${fault.member}: ${fault.words.id}`,
      en: `settings.${fault.member}: ${fault.words.en}`,
    };
    throw new AppError('parameter_invalid', { body: { fields: wrong }, detail });
  }

  private requireNumberCheck(driver: string, isWanted: boolean): void {
    if (isWanted && !driverNamed(driver)?.info.capabilities.checkNumber)
      throw new AppError('parameter_invalid', { body: { fields: ['check_number'] } });
  }

  /**
   * Whether a change needs the password: true if it affects who reads the codes, what recipients read, or whose callbacks
   * are trusted.
   */
  private needsConfirmation(device: Device, body: UpdateDeviceDto): boolean {
    if (body.token !== undefined || body.webhook_secret !== undefined) return true;
    const { base_url = device.baseUrl, template = device.template } = body;
    const settings = body.settings ? storedSettings(body.settings) : device.settings;
    const info = driverNamed(device.driver)?.info;
    const effective = (given: Record<string, string>) => (info ? settingsOf(info, given) : given);
    return (
      base_url !== device.baseUrl ||
      template !== device.template ||
      !isDeepStrictEqual(effective(settings), effective(device.settings))
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
      ...(settings === undefined ? {} : { settings: storedSettings(settings) }),
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

  /** Reloads the pool. Probes a device that no probe has found connected yet, so that it can send after this response. */
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

/** The warm-up begins when the device leaves set-up. */
const startOf = ({ state }: Device, now: Date): Partial<Device> =>
  state === 'setup' ? { startedAt: now } : {};

/** Whether the stored token would be sent to another server. */
const leaksToken = ({ baseUrl }: Device, { base_url, token }: UpdateDeviceDto): boolean =>
  base_url !== undefined && token === undefined && !isSameOrigin(base_url, baseUrl);

/** The change for the audit log: secrets only as `changed` or `removed`, and no password. */
function auditable({ token, webhook_secret, current_password: _, ...rest }: UpdateDeviceDto): object {
  return {
    ...rest,
    ...(token === undefined ? {} : { token: 'changed' }),
    ...(webhook_secret === undefined
      ? {}
      : { webhook_secret: webhook_secret === null ? 'removed' : 'changed' }),
  };
}

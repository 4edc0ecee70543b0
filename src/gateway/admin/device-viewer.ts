import { Injectable } from '@nestjs/common';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import { CallbackUrlKeys } from '../callback-url-keys.js';
import { Device, type DeviceTemplate } from '../device.entities.js';
import { checksNumbers, viewSettings } from '../device-settings.rules.js';
import { findingOf } from '../driver.js';
import { channelOf } from '../driver-info.js';
import { driverNamed } from '../drivers/index.js';
import { AllowanceReservations } from '../pool/allowance-reservations.js';
import { DevicePool } from '../pool/device-pool.js';
import type { PooledDevice } from '../pool/pooled-device.rules.js';
import type { DeviceView } from './device-view.dto.js';

@Injectable()
export class DeviceViewer {
  constructor(
    private readonly pool: DevicePool,
    private readonly reservations: AllowanceReservations,
    private readonly urlKeys: CallbackUrlKeys,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** Reads the usage of all instances first; {@link view} shows what this instance last read. */
  async views(devices: readonly Device[]): Promise<DeviceView[]> {
    await this.reservations.refresh(devices.map((device) => this.pool.of(device)));
    return devices.map((device) => this.view(device));
  }

  view(device: Device): DeviceView {
    return { ...this.rowOf(device), ...this.findingsOf(device, this.pool.of(device)) };
  }

  private rowOf(device: Device) {
    const info = driverNamed(device.driver)?.info;
    return {
      id: device.id,
      name: device.name,
      driver: device.driver,
      channel: channelOf(info),
      base_url: device.baseUrl,
      callback_url: this.urlKeys.urlOf(device),
      verify_token: this.urlKeys.of(device),
      number: device.number,
      ...this.calendar.fields('old_callback_until', this.urlKeys.oldUntil(device)),
      settings: viewSettings(info, device.settings),
      template: device.template,
      messaging_limit: device.messagingLimit,
      token_set: device.tokenSealed !== '',
      webhook_secret_set: device.webhookSecretSealed !== null,
      state: device.state,
      weight: device.weight,
      check_number: checksNumbers(device, info),
      ...this.calendar.fields('first_callback_at', device.firstCallbackAt),
      ...this.calendar.fields('degraded_since', device.degradedSince),
      ...this.calendar.fields('failing_since', device.failingSince),
      last_failure: device.lastFailure,
      ...this.calendar.fields('created_at', device.createdAt),
      ...this.calendar.fields('updated_at', device.updatedAt),
    };
  }

  private findingsOf(device: Device, pooled: PooledDevice) {
    const now = this.clock.now();
    const { judgement, limits } = pooled;
    const { score, why } = pooled.scoreAt(now);
    const lastProbe = this.pool.lastProbeOf(device);
    return {
      health: pooled.healthAt(now),
      rest: this.restOf(pooled, now),
      score,
      why: [...why],
      outcomes: judgement.outcomes,
      limits,
      allowances: this.allowancesOf(pooled, now),
      templates: pooled.templates.map((template) => this.templateOf(template)),
      warm_up: pooled.warmUp(now),
      ...this.calendar.fields('takes_again_at', this.pool.availableAt(pooled) ?? null),
      ...this.calendar.fields('last_receipt_at', judgement.reportedAt),
      ...this.calendar.fields('restricted_until', pooled.restrictedUntil(now)),
      new_chats: this.newChatsOf(pooled, now),
      last_probe: lastProbe && {
        finding: findingOf(lastProbe),
        connected: lastProbe.connection === 'connected',
        detail: lastProbe.detail,
        ...this.calendar.fields('at', lastProbe.at),
      },
    };
  }

  private templateOf({
    name,
    language,
    status,
    isUsable: usable,
    reason,
    quality,
    changedAt,
  }: DeviceTemplate) {
    const changed = this.calendar.fields('changed_at', changedAt);
    return { name, language, status, usable, reason, quality, ...changed };
  }

  private restOf({ localHealth }: PooledDevice, now: Date) {
    const { failures, last, untilMs } = localHealth.cooldown;
    const level = localHealth.cooldownLevelAt(now);
    const until = this.calendar.fields('until', level === 'none' ? null : new Date(untilMs));
    return { level, ...until, failures, last };
  }

  private newChatsOf(pooled: PooledDevice, now: Date) {
    const quota = pooled.newChatsAt(now);
    if (!quota) return null;
    const { endsAt, ...counts } = quota;
    return { ...counts, ...this.calendar.fields('ends_at', endsAt === null ? null : new Date(endsAt)) };
  }

  private allowancesOf(pooled: PooledDevice, now: Date) {
    return pooled.allowances(now).map((use) => {
      const { used, endsAt } = this.reservations.usedOf(use);
      const { allowance, cap } = use;
      return { allowance, cap, used, ...this.calendar.fields('resets_at', endsAt) };
    });
  }
}

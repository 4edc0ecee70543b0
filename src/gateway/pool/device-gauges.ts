import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/time/clock.js';
import { DEVICE_STATES } from '../device.entities.js';
import { GatewayMetrics } from '../gateway-metrics.js';
import { AllowanceReservations } from './allowance-reservations.js';
import { COOLDOWN_LEVELS } from './cooldown.rules.js';
import { DeviceRegistry } from './device-registry.js';
import { DEVICE_HEALTHS } from './local-device-health.rules.js';
import type { PooledDevice } from './pooled-device.rules.js';

@Injectable()
export class DeviceGauges {
  constructor(
    private readonly registry: DeviceRegistry,
    private readonly reservations: AllowanceReservations,
    private readonly metrics: GatewayMetrics,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets all gauges and removes those of deleted devices. Called regularly, since the end of a cooldown is no event.
   */
  update(): void {
    const now = this.clock.now();
    const devices = this.registry.all;
    this.count(devices, now);
    const { score, degraded, failing, allowanceLeft } = this.metrics;
    for (const gauge of [score, degraded, failing, allowanceLeft]) gauge.reset();
    for (const pooled of devices.filter(({ device }) => device.state !== 'disabled')) {
      const { device: row } = pooled;
      const device = row.name;
      const { score: shown } = pooled.scoreAt(now);
      if (shown !== null) score.set({ device }, shown);
      degraded.set({ device }, row.degradedSince ? 1 : 0);
      failing.set({ device }, row.failingSince ? 1 : 0);
      for (const use of pooled.allowances(now)) {
        const { allowance, cap } = use;
        allowanceLeft.set({ device, allowance }, Math.max(0, cap - this.reservations.usedOf(use).used));
      }
    }
  }

  private count(devices: readonly PooledDevice[], now: Date): void {
    const gauge = this.metrics.devices;
    for (const state of DEVICE_STATES)
      for (const health of DEVICE_HEALTHS)
        for (const rest of COOLDOWN_LEVELS) gauge.set({ state, health, rest }, 0);
    for (const pooled of devices)
      gauge.inc({
        state: pooled.device.state,
        health: pooled.healthAt(now),
        rest: pooled.localHealth.cooldownLevelAt(now),
      });
  }
}

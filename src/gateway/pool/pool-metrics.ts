import { DEVICE_STATES } from '../device.entity.js';
import type { GatewayMetrics } from '../gateway-metrics.js';
import type { AllowanceReservations } from './allowance-reservations.js';
import { COOLDOWN_LEVELS } from './cooldown.rules.js';
import { DEVICE_HEALTHS } from './local-device-health.rules.js';
import type { PooledDevice } from './pooled-device.rules.js';

/** Updates the gauges and removes those of deleted devices. */
export function measureDevices(
  metrics: GatewayMetrics,
  devices: readonly PooledDevice[],
  claims: AllowanceReservations,
  now: Date,
): void {
  for (const state of DEVICE_STATES)
    for (const health of DEVICE_HEALTHS)
      for (const rest of COOLDOWN_LEVELS) metrics.devices.set({ state, health, rest }, 0);
  for (const pooled of devices) {
    const labels = {
      state: pooled.device.state,
      health: pooled.healthAt(now),
      rest: pooled.localHealth.cooldownLevelAt(now),
    };
    metrics.devices.inc(labels);
  }
  const { score, degraded, failing, allowanceLeft } = metrics;
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
      allowanceLeft.set({ device, allowance }, Math.max(0, cap - claims.usedOf(use).used));
    }
  }
}

import type { DriverOutcome, Health } from '../driver.js';
import { afterFailure, type Cooldown, isPaused, levelAt, NO_COOLDOWN } from './cooldown.rules.js';

/** A device's health is the first of these that applies. */
export const DEVICE_HEALTHS = [
  'not_linked',
  'disconnected',
  'template_blocked',
  'restricted',
  'failing',
  'degraded',
  'well',
] as const;
export type DeviceHealth = (typeof DEVICE_HEALTHS)[number];

/** After so many failed connections the device counts as disconnected. Fewer may be a restart of the gateway. */
const UNREACHED_MAX = 3;

export interface ProbeResult extends Health {
  at: Date;
}

export interface SharedDeviceHealth {
  restrictedUntil: Date | null;
  isFailing: boolean;
  isDegraded: boolean;
}

/** A device's health as one instance sees it, by its sends and by probes. Without a probe it counts as `well`. */
export class LocalDeviceHealth {
  lastProbe: ProbeResult | null = null;
  cooldown: Cooldown = NO_COOLDOWN;
  /** `reported`: reported by the gateway; `unreached`: several probes failed to connect. */
  private disconnected: false | 'reported' | 'unreached' = false;
  private unreachedProbes = 0;

  constructor(private readonly cooldownMs: number) {}

  /** Records the outcome of a send. `isKept`: in an existing chat, which a restriction allows. */
  report(outcome: DriverOutcome, now: Date, isKept = false): void {
    if (outcome.kind === 'accepted') {
      // The device sends, so earlier probes are outdated.
      this.cooldown = NO_COOLDOWN;
      this.disconnected = false;
      this.unreachedProbes = 0;
      return;
    }
    const failure = outcome.kind === 'unknown' ? 'silent' : outcome.fault;
    // A restriction is stored with its end. Here it counts as a failure only in existing chats.
    if (failure === 'restricted' && !isKept) return;
    if (failure === 'disconnected') {
      this.disconnected = 'reported';
      return;
    }
    this.cooldown = failure
      ? afterFailure(this.cooldown, failure, now.getTime(), this.cooldownMs, outcome.retryAfterSeconds)
      : NO_COOLDOWN;
  }

  /**
   * Records a probe. The device is disconnected if its gateway says so, several connections failed, or the account is
   * blocked, until a probe finds it connected.
   */
  probed(health: Health, at: Date): void {
    this.lastProbe = { ...health, at };
    this.unreachedProbes = health.connection === 'unreachable' ? this.unreachedProbes + 1 : 0;
    if (health.fault === 'unusable') {
      this.disconnected = 'reported';
      return;
    }
    switch (health.connection) {
      case 'connected':
        this.disconnected = false;
        if (this.cooldown.last === 'unreachable') this.cooldown = NO_COOLDOWN;
        return;
      case 'disconnected':
        this.disconnected = 'reported';
        return;
      case 'unreachable':
        if (this.unreachedProbes >= UNREACHED_MAX) this.disconnected ||= 'unreached';
        return;
      case 'unclear':
        if (this.disconnected === 'unreached') this.disconnected = false;
    }
  }

  healthAt(now: Date, { restrictedUntil, isFailing, isDegraded }: SharedDeviceHealth): DeviceHealth {
    if (this.disconnected) return 'disconnected';
    if (restrictedUntil && restrictedUntil > now) return 'restricted';
    if (isFailing) return 'failing';
    return isDegraded ? 'degraded' : 'well';
  }

  cooldownLevelAt(now: Date) {
    return levelAt(this.cooldown, now.getTime());
  }

  /** When its gateway takes messages again, if it said so. */
  pausedUntil(now: Date): Date | undefined {
    const { untilMs } = this.cooldown;
    return isPaused(this.cooldown) && untilMs > now.getTime() ? new Date(untilMs) : undefined;
  }

  /** Whether to probe it more often. */
  isSuspect(now: Date): boolean {
    const isOut = this.cooldownLevelAt(now) === 'out' && !isPaused(this.cooldown);
    return this.unreachedProbes > 0 || this.disconnected !== false || isOut;
  }
}

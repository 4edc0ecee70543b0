import type { DriverOutcome, Health } from '../driver.js';
import { afterFailure, NO_REST, type Rest, restAt, type RestLevel } from './rest.rules.js';

/**
 * What was found of a device, by probes, by what its gateway says, and by what arrives: the first of these words that
 * applies.
 */
export const DEVICE_HEALTHS = [
  'not_linked',
  'disconnected',
  'restricted',
  'failing',
  'degraded',
  'well',
] as const;
export type HealthWord = (typeof DEVICE_HEALTHS)[number];

/** An idle gateway that is being restarted must not be taken for a device without a phone. */
const UNREACHED_MAX = 3;

export interface ProbeResult extends Health {
  at: Date;
}

/** What all instances know of a device. */
export interface DeviceMarks {
  /** WhatsApp holds it back until then. */
  restrictedUntil: Date | null;
  /** It has not accepted the last messages. */
  isFailing: boolean;
  /** It accepts messages, and no acknowledgement comes. */
  isDegraded: boolean;
}

/**
 * What one instance knows of one device, from its own sends and from the probes. A device that was not probed yet
 * counts as `well`.
 */
export class DeviceFindings {
  lastProbe: ProbeResult | null = null;
  rest: Rest = NO_REST;
  /** `told`: the gateway said so; `unreached`: several probes in a row could not connect. */
  private disconnected: false | 'told' | 'unreached' = false;
  private unreachedProbes = 0;

  constructor(private readonly cooldownMs: number) {}

  /** Notes the outcome of a send. `isKept`: to a recipient that a restricted device may still write to. */
  report(outcome: DriverOutcome, now: Date, isKept = false): void {
    if (outcome.kind === 'accepted') {
      // It sends, so what a probe said before is out of date.
      this.rest = NO_REST;
      this.disconnected = false;
      this.unreachedProbes = 0;
      return;
    }
    const failure = outcome.kind === 'unknown' ? 'silent' : outcome.fault;
    // The shared mark keeps when the restriction ends. It counts here only if it hits existing chats too.
    if (failure === 'restricted' && !isKept) return;
    if (failure === 'disconnected') {
      this.disconnected = 'told';
      return;
    }
    this.rest = failure ? afterFailure(this.rest, failure, now.getTime(), this.cooldownMs) : NO_REST;
  }

  /**
   * A device is taken out only if its gateway says so, or if several connections in a row were refused. A callback may
   * report a blocked account and not mention the connection: then the device is out until a probe sees it connected.
   */
  probed(health: Health, at: Date): void {
    this.lastProbe = { ...health, at };
    this.unreachedProbes = health.verdict === 'unreachable' ? this.unreachedProbes + 1 : 0;
    if (health.fault === 'unusable') {
      this.disconnected = 'told';
      return;
    }
    switch (health.verdict) {
      case 'connected':
        this.disconnected = false;
        if (this.rest.last === 'unreachable') this.rest = NO_REST;
        return;
      case 'disconnected':
        this.disconnected = 'told';
        return;
      case 'unreachable':
        if (this.unreachedProbes >= UNREACHED_MAX) this.disconnected ||= 'unreached';
        return;
      case 'unclear':
        if (this.disconnected === 'unreached') this.disconnected = false;
    }
  }

  healthAt(now: Date, { restrictedUntil, isFailing, isDegraded }: DeviceMarks): HealthWord {
    if (this.disconnected) return 'disconnected';
    if (restrictedUntil && restrictedUntil > now) return 'restricted';
    if (isFailing) return 'failing';
    return isDegraded ? 'degraded' : 'well';
  }

  restAt(now: Date): RestLevel {
    return restAt(this.rest, now.getTime());
  }

  /** Whether to probe it more often: it is out, or on its way there. */
  isSuspect(now: Date): boolean {
    return this.unreachedProbes > 0 || this.disconnected !== false || this.restAt(now) === 'out';
  }
}

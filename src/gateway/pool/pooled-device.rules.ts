import type { Indexes } from '../../platform/security/hashing.js';
import { type Channel, DEFAULT_CHANNEL } from '../../platform/text/channel.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import type { Calendar } from '../../platform/time/calendar.js';
import type { Device, DeviceTemplate } from '../device.entities.js';
import { type DeliveryRecord, NEUTRAL, nextTrialAt, type Reason } from './delivery-record.rules.js';
import {
  type Allowance,
  ALLOWANCES,
  type Caps,
  capsOf,
  daysBetween,
  type DeviceLimits,
  LIMIT_NAMES,
  warmUpOf,
} from './device-limits.rules.js';
import type { DeviceHealth, LocalDeviceHealth } from './local-device-health.rules.js';
import { cappedUntil, currentQuota, usedShare, warningEffect } from './new-chats.rules.js';
import type { Contacts } from './recipient-contacts.js';
import { classOf, type DeviceClass, newRoundRobinState } from './weighted-round-robin.rules.js';

/** Factor of the score of a failing device, which leaves a sixteenth of its share. */
const FAILING_EFFECT = 0.5;

/** `score` is null if the device is out of use. */
export interface Score {
  score: number | null;
  why: readonly Reason[];
}

/** An allowance, and the device whose row counts it. */
export interface AllowanceUse {
  allowance: Allowance;
  ownerId: number;
  cap: number;
}

/** The allowances that a send uses on a device. */
export interface Need {
  deviceId: number;
  uses: readonly AllowanceUse[];
  pairSeconds: number | null;
  recipient: Indexes | undefined;
  /** For a trial of a degraded device: the number of earlier trials. Each trial goes to one instance. */
  trialsBefore: number | undefined;
}

/** A template of a device and the languages whose messages use it. */
export interface TemplateInUse extends DeviceTemplate {
  languages: readonly Language[];
}

const NO_SCORE: Score = { score: null, why: [] };

export class PooledDevice {
  readonly turn = newRoundRobinState();
  judgement: DeliveryRecord = NEUTRAL;
  checksNumbers = false;
  channel: Channel = DEFAULT_CHANNEL;
  /** All devices of its business portfolio, itself included. */
  portfolio: readonly number[];
  templates: readonly TemplateInUse[] = [];
  receivesTexts = false;
  /** The last stored probe that was applied, and when it was read. */
  lastApplied: { answer: string | null; atMs: number } | null = null;
  /** Whether the device can write in existing chats while it is restricted, as a personal account can. */
  keepsChats = true;
  /** The end of a restriction that this instance found; perhaps not stored yet. */
  private restriction: Date | null = null;

  constructor(
    public device: Device,
    public limits: DeviceLimits,
    readonly localHealth: LocalDeviceHealth,
    private readonly trialCooldownSeconds: number,
    private readonly calendar: Calendar,
  ) {
    this.portfolio = [device.id];
  }

  get id(): number {
    return this.device.id;
  }

  restrict(until: Date): void {
    if (!this.restriction || until > this.restriction) this.restriction = until;
  }

  /** End of the restriction. Ignores a used-up quota of new chats, which may end earlier than announced. */
  lockedUntil(now: Date): Date | null {
    return latest([this.restriction, this.device.restrictedUntil], now);
  }

  /** Null: not restricted now. */
  restrictedUntil(now: Date): Date | null {
    return latest([this.lockedUntil(now), cappedUntil(this.device.newChats, now)], now);
  }

  /** When it accepts messages again, if its gateway or WhatsApp said so. */
  backAt(now: Date): Date | undefined {
    return this.restrictedUntil(now) ?? this.localHealth.pausedUntil(now);
  }

  get isLinked(): boolean {
    return this.device.linkedAt !== null;
  }

  get blockedTemplates(): TemplateInUse[] {
    return this.templates.filter(({ isUsable }) => !isUsable);
  }

  /** It takes no messages in a language whose template is refused. */
  isBlockedIn(language: Language): boolean {
    return this.blockedTemplates.some(({ languages }) => languages.includes(language));
  }

  /** The health for pages, alerts and metrics. */
  healthAt(now: Date): DeviceHealth {
    const health = this.sendingHealthAt(now);
    const isReached = health !== 'not_linked' && health !== 'disconnected';
    return isReached && this.blockedTemplates.length > 0 ? 'template_blocked' : health;
  }

  /** The health for messages whose template is not blocked. Without `contacts`: for an unknown recipient. */
  private sendingHealthAt(now: Date, contacts?: Contacts): DeviceHealth {
    if (!this.isLinked) return 'not_linked';
    const isDegraded = this.device.degradedSince !== null;
    const hasChat = this.keepsChats && contacts?.delivered.has(this.id);
    const isFailing = this.device.failingSince !== null;
    const marks = { restrictedUntil: hasChat ? null : this.restrictedUntil(now), isFailing, isDegraded };
    return this.localHealth.healthAt(now, marks);
  }

  /** The score for choice, pages and metrics. Without `contacts`: for an unknown recipient. */
  scoreAt(now: Date, contacts?: Contacts): Score {
    const { state, failures, failingSince } = this.device;
    const health = this.sendingHealthAt(now);
    const isOut = state === 'setup' || state === 'disabled';
    if (isOut || health === 'not_linked' || health === 'disconnected') return NO_SCORE;
    const { score, why } = this.judgement;
    const more: Reason[] = [];
    if (failingSince) more.push({ factor: 'failures', value: failures, effect: FAILING_EFFECT });
    const warning = this.warningAt(now);
    if (warning && !contacts?.known.has(this.id)) more.push(warning);
    return { score: more.reduce((product, { effect }) => product * effect, score), why: [...why, ...more] };
  }

  private warningAt(now: Date): Reason | undefined {
    const { newChats } = this.device;
    const effect = warningEffect(newChats, now);
    return newChats && effect < 1 ? { factor: 'new_chats', value: usedShare(newChats), effect } : undefined;
  }

  /** The quota of its current cycle; null: unknown. */
  newChatsAt(now: Date) {
    return currentQuota(this.device.newChats, now);
  }

  /** Null: it takes no message. */
  classAt(now: Date, contacts?: Contacts): DeviceClass | null {
    const hasTrial = this.trialsBefore(now) !== undefined;
    return classOf(this.sendingHealthAt(now, contacts), this.localHealth.cooldownLevelAt(now), hasTrial);
  }

  trialsBefore(now: Date): number | undefined {
    const { degradedSince, trials } = this.device;
    if (!degradedSince || now < nextTrialAt(degradedSince, trials, this.trialCooldownSeconds))
      return undefined;
    return trials;
  }

  /** No trial is due until the row is read again. */
  skipTrials(now: Date): void {
    while (this.trialsBefore(now) !== undefined) this.device.trials++;
  }

  candidate(now: Date, contacts: Contacts) {
    return {
      subject: this,
      class: this.classAt(now, contacts),
      score: this.scoreAt(now, contacts).score ?? 0,
      weight: this.device.weight,
      turn: this.turn,
      isFamiliar: contacts.familiar === this.id,
    };
  }

  /** The allowances that a message to this recipient uses. */
  need(now: Date, contacts: Contacts, recipient?: Indexes): Need {
    return {
      deviceId: this.id,
      uses: this.uses(now, contacts),
      pairSeconds: this.limits.pair_seconds,
      recipient,
      trialsBefore: this.trialsBefore(now),
    };
  }

  caps(now: Date): Caps {
    return capsOf(this.limits, this.ageDays(now), this.device.messagingLimit);
  }

  warmUp(now: Date) {
    return warmUpOf(this.limits, this.ageDays(now));
  }

  private ageDays(now: Date): number {
    const { state, startedAt, createdAt } = this.device;
    const since = state === 'setup' ? now : (startedAt ?? createdAt);
    return daysBetween(since, now, this.calendar);
  }

  get isCapped(): boolean {
    return (
      this.limitsPortfolio ||
      LIMIT_NAMES.some((name) => name !== 'pair_seconds' && this.limits[name] !== null)
    );
  }

  get limitsPortfolio(): boolean {
    return this.device.messagingLimit !== null;
  }

  /** The allowances that a message uses. `contacts` null: the recipient is known. */
  uses(now: Date, contacts: Contacts | null): AllowanceUse[] {
    const isNew = {
      new_recipients: contacts !== null && !contacts.known.has(this.id),
      portfolio: contacts !== null && !this.portfolio.some((id) => contacts.lately.has(id)),
      minute: true,
      day: true,
    };
    return this.allowances(now).filter(({ allowance }) => isNew[allowance]);
  }

  allowances(now: Date): AllowanceUse[] {
    const caps = this.caps(now);
    return ALLOWANCES.flatMap((allowance) => {
      const ownerId = allowance === 'portfolio' ? Math.min(...this.portfolio) : this.id;
      const cap = caps[allowance];
      return cap === null ? [] : [{ allowance, ownerId, cap }];
    });
  }

  get dependsOnRecipient(): boolean {
    return this.limits.pair_seconds !== null || this.checksFirstContacts || this.limitsPortfolio;
  }

  limitsChats(now: Date): boolean {
    return this.keepsChats && this.restrictedUntil(now) !== null;
  }

  get checksFirstContacts(): boolean {
    const { new_per_day, warmup_first_day } = this.limits;
    return new_per_day !== null || warmup_first_day !== null || this.checksNumbers;
  }
}

function latest(ends: readonly (Date | null)[], now: Date): Date | null {
  const coming = ends.filter((end) => end !== null).filter((end) => end > now);
  return coming.sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

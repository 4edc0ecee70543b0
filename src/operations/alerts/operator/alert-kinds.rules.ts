import { hostname } from 'node:os';
import type { Reversal, ReviewCause } from '../../../payments/index.js';

interface Details {
  device_disconnected: { device: string; cause: string | null };
  device_restricted: { device: string; until: string };
  /** `cause`: why it did not accept the last message. */
  device_failing: { device: string; failures: number; cause: string | null };
  /** WhatsApp's second warning about the quota of new chats. */
  device_new_chats: { device: string; used: number | null; total: number | null; until: string | null };
  device_degraded: { device: string; since: string; messages: number };
  /** `cause`: why the gateway refuses the template. */
  template_blocked: { device: string; template: string; status: string | null; cause: string | null };
  /** `ends`: the last day at the latest. */
  api_version_ending: { device: string; version: string; ends: string; recommended: string };
  /** Endpoints with overdue deliveries, and events without deliveries, older than `seconds`. */
  webhook_backlog: { endpoints: number; events: number; seconds: number };
  /** Pending messages that no recovery has checked for `seconds` after their lease. */
  pending_backlog: { messages: number; seconds: number };
  callback_backlog: { callbacks: number };
  sends_overloaded: { refused: number };
  /** Messages of today and yesterday that Meta bills by its international rate. */
  international_rate: { device: string; messages: number };
  /** Today's messages that were refunded and then delivered. `device` is null if it is unknown. */
  free_deliveries: { device: string | null; deliveries: number; credits: number };
  /** An account reports a transfer of `amount`. `subject` is `top_up:{id}`. */
  top_up_waiting: { request: number; amount: number };
  /** A payment that was credited late or not at all. `subject` is `payment:{id}`. */
  payment_review: { request: number; amount: number; cause: ReviewCause };
  /** A provider reports that a payment went back; nothing was debited. */
  payment_reversed: { request: number; amount: number; cause: Reversal };
  /** `refused` sends within an hour: too many of the account's numbers have no WhatsApp. */
  numbers_probed: { account: string; refused: number };
  /** Blocks against fraud that hold, and the sends that they stopped, or would have stopped in shadow mode. */
  fraud_detected: { account: string; blocks: number; stopped: number };
  /** The owner of an account wants it closed. */
  closing_requested: { account: string };
  /** A request of a data subject waits, and its time ends soon or has ended. `subject` is `privacy_request:{id}`. */
  privacy_due: { request: number; request_kind: string; due: string };
  mails_failing: { mails: number };
  database_down: { instance: string; cause: string | null };
  /** Positive: the machine's clock is ahead of the database's. */
  clock_wrong: { instance: string; seconds: number };
  books_broken: { rules: string };
}

export type AlertKind = keyof Details;

/** This alert is kept in memory: the database cannot store it. */
export const DATABASE_ALERT = 'database_down' satisfies AlertKind;

const NAME_LENGTH_MAX = 40;

export const instanceName = (): string => hostname().slice(0, NAME_LENGTH_MAX);

/** The subject of an alert about the whole service. */
export const SERVICE = 'service';

/** A condition that needs the operator. `subject` is such as `device:7`. */
export type AlertCondition<Of extends AlertKind = AlertKind> = {
  [Kind in Of]: { kind: Kind; subject: string; detail: Details[Kind] };
}[Of];

/** At most one alert per key is open. */
export const alertKey = ({ kind, subject }: Pick<AlertCondition, 'kind' | 'subject'>) => `${kind}:${subject}`;

/** All conditions that a source finds at one moment. A condition that is not listed does not hold. */
export interface Observation {
  at: Date;
  conditions: AlertCondition[];
}

/** A source of alerts. A new alert is a kind above, its texts in alert-mail.rules.ts, and a method in sources/. */
export interface AlertSource {
  readonly kinds: readonly AlertKind[];
  /** One observation is enough: the condition need not hold for ALERT_AFTER_SECONDS. */
  readonly isCertain?: true;
  /** The condition was confirmed before: the alert begins at once and ends like any other. */
  readonly beginsAtOnce?: true;
  /** `undefined`: nothing is known yet. */
  observe(now: Date): Promise<Observation | undefined>;
}

export const certainSource = (
  kinds: readonly AlertKind[],
  find: () => Promise<AlertCondition[]>,
): AlertSource => ({
  kinds,
  isCertain: true,
  observe: async (at) => ({ at, conditions: await find() }),
});

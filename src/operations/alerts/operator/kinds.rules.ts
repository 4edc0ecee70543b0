import { hostname } from 'node:os';

/** What an operator is alerted to, and what is told of it. */
interface Details {
  device_disconnected: { device: string; cause: string | null };
  device_restricted: { device: string; until: string };
  /** `cause`: why it did not accept the last message. */
  device_failing: { device: string; failures: number; cause: string | null };
  /** `messages` without a report. */
  device_degraded: { device: string; since: string; messages: number };
  /** `endpoints` with a delivery, and `events` not handed out yet, that are due for longer than so many `seconds`. */
  webhook_backlog: { endpoints: number; events: number; seconds: number };
  /** `messages` that nobody has looked at for longer than so many `seconds` after their lease. */
  pending_backlog: { messages: number; seconds: number };
  callback_backlog: { callbacks: number };
  sends_overloaded: { refused: number };
  /** Today's messages of a device (null: nobody knows which) that were refunded and arrived. */
  free_deliveries: { device: string | null; deliveries: number; credits: number };
  /** A transfer of `amount` that an account says to have made; `subject` is such as `top_up:12`. */
  top_up_waiting: { request: number; amount: number };
  /** An account had `refused` sends refused within an hour: too many of its numbers have no WhatsApp. */
  numbers_probed: { account: string; refused: number };
  /** `mails` to accounts that the mail server did not take so far. */
  mails_failing: { mails: number };
  /** The database takes no writes of this `instance`; `cause` in its words. */
  database_down: { instance: string; cause: string | null };
  /** The machine's clock is so many `seconds` ahead of the database's; negative: behind. */
  clock_wrong: { instance: string; seconds: number };
  /** `rules` that are broken, by their names. */
  books_broken: { rules: string };
}

export type AlertKind = keyof Details;

export const ALERT_KINDS = [
  'device_disconnected',
  'device_restricted',
  'device_failing',
  'device_degraded',
  'webhook_backlog',
  'pending_backlog',
  'callback_backlog',
  'sends_overloaded',
  'free_deliveries',
  'top_up_waiting',
  'numbers_probed',
  'mails_failing',
  'clock_wrong',
  'database_down',
  'books_broken',
] as const satisfies readonly AlertKind[];

/** Kept in memory while it lasts: there is no database to note it in. */
export const IN_MEMORY = 'database_down' satisfies AlertKind;

const NAME_LENGTH_MAX = 40;

/** This instance, in alerts that each instance raises for itself. */
export const instanceName = (): string => hostname().slice(0, NAME_LENGTH_MAX);

/** The subject of what is about the service as a whole. */
export const SERVICE = 'service';

/** Something that wants the operator's attention now. `subject` is such as `device:7`. */
export type Sighting<Of extends AlertKind = AlertKind> = {
  [Kind in Of]: { kind: Kind; subject: string; detail: Details[Kind] };
}[Of];

/** Of what is going on about one subject there is one alert. */
export const alertKey = ({ kind, subject }: Pick<Sighting, 'kind' | 'subject'>) => `${kind}:${subject}`;

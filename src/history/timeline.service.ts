import { Injectable } from '@nestjs/common';
import { type CreditEntry, CreditReader } from '../credit/index.js';
import { DevicesService } from '../gateway/index.js';
import type { Message } from '../otp/index.js';
import { orNotFound } from '../platform/errors/index.js';
import { publicErrorText } from '../platform/text/failure-reason.js';
import { scrub } from '../platform/text/scrub.js';
import { Calendar } from '../platform/time/calendar.js';
import { DeliveryReader, type MessageEvent } from '../webhook/index.js';
import { HistoryService } from './history.service.js';
import { MessageReader, type Owner, type TimelineRecords } from './message-reader.js';
import type { MessageTimeline, TimelineCallback, TimelineEvent, TimelineRecovery } from './timeline.dto.js';

@Injectable()
export class TimelineService {
  constructor(
    private readonly history: HistoryService,
    private readonly messages: MessageReader,
    private readonly credit: CreditReader,
    private readonly deliveries: DeliveryReader,
    private readonly devices: DevicesService,
    private readonly calendar: Calendar,
  ) {}

  /** Finds a message as {@link MessageReader.find} does. Fails with `not_found`. */
  async find(owner: Pick<Owner, 'userId'> & Partial<Owner>, messageId: string): Promise<MessageTimeline> {
    const timeline = await this.timelineOf(await this.messages.find(owner, messageId));
    return { ...timeline, events: timeline.events.map(asSenderReads) };
  }

  /** The timeline of a message of any account. Fails with `not_found`. */
  async findById(id: number): Promise<MessageTimeline> {
    return this.timelineOf(await this.messages.findById(id));
  }

  private async timelineOf(found: Message | null): Promise<MessageTimeline> {
    const message = orNotFound(found);
    const [records, ledger, webhooks] = await Promise.all([
      this.messages.timelineRecordsOf(message),
      this.credit.entriesOf(message.id),
      this.deliveries.ofMessage(message.id),
    ]);
    const deviceNames = await this.devices.namesOf(
      [...records.attempts, ...records.reports].flatMap(({ deviceId }) => deviceId ?? []),
    );
    return {
      ...this.history.item(message),
      livemode: message.livemode,
      error_message: message.errorMessage,
      events: eventsOf({ message, ...records, ledger, webhooks, deviceNames }, this.stamp),
    };
  }

  private readonly stamp: Stamp = (at) => this.calendar.fields('at', at);
}

/** Hides the device details that only the operator may see. */
const asSenderReads = <Event extends TimelineEvent>(event: Event): Event =>
  'reason' in event ? { ...event, error: publicErrorText(event.error, event.reason) } : event;

interface Records extends TimelineRecords {
  message: Message;
  ledger: CreditEntry[];
  webhooks: MessageEvent[];
  /** By the devices' ids. */
  deviceNames: Map<number, string>;
}

/** Formats a moment in the service's zone and in UTC. */
type Stamp = (at: Date) => { at: string; at_utc: string };

/** The events of a message by time. Within one millisecond, a cause comes before its effect. */
function eventsOf(records: Records, stamp: Stamp): TimelineEvent[] {
  const { message, ledger } = records;
  const isCharge = ({ kind }: CreditEntry) => kind === 'charge';
  const events: TimelineEvent[] = [
    { type: 'accepted', ...stamp(message.createdAt) },
    ...ledger.filter(isCharge).map((entry) => ledgerEvent(entry, stamp)),
    ...attemptEvents(records, stamp),
    ...reportEvents(records, stamp),
    ...statusEvents(message, stamp),
    ...ledger.filter((entry) => !isCharge(entry)).map((entry) => ledgerEvent(entry, stamp)),
    ...records.webhooks.flatMap((event) => webhookEvents(event, stamp)),
  ];
  return events.sort((a, b) => (a.at_utc < b.at_utc ? -1 : Number(a.at_utc > b.at_utc)));
}

function ledgerEvent({ kind, amount, balanceAfter, createdAt }: CreditEntry, stamp: Stamp): TimelineEvent {
  return { type: 'ledger', ...stamp(createdAt), kind, amount, balance_after: balanceAfter };
}

function attemptEvents({ attempts, message, deviceNames }: Records, stamp: Stamp): TimelineEvent[] {
  return attempts.map(
    ({ deviceId, channel, outcome, reason: error, failureReason, durationMs, createdAt }) => ({
      type: 'attempt',
      ...stamp(createdAt),
      ...deviceOf(deviceId, deviceNames),
      channel,
      outcome,
      duration_ms: durationMs,
      message_id: outcome === 'accepted' ? message.gatewayMessageId : null,
      error,
      reason: failureReason,
    }),
  );
}

function reportEvents(
  { reports, deviceNames }: Records,
  stamp: Stamp,
): (TimelineCallback | TimelineRecovery)[] {
  return reports.map((report) => {
    const { source, status, moved, times, deviceId, error, failureReason, firstAt, lastAt } = report;
    const shared = {
      ...stamp(firstAt),
      status,
      applied: moved,
      ...deviceOf(deviceId, deviceNames),
      error,
      reason: failureReason,
    };
    if (source !== 'callback') return { type: 'recovery', outcome: source, ...shared };
    const { at: last_at, at_utc: last_at_utc } = stamp(lastAt);
    return { type: 'callback', ...shared, times, last_at, last_at_utc };
  });
}

function statusEvents(
  { sentAt, failedAt, deliveredAt, convertedAt }: Message,
  stamp: Stamp,
): TimelineEvent[] {
  const moments = [
    { status: 'sent', at: sentAt },
    { status: 'failed', at: failedAt },
    { status: 'delivered', at: deliveredAt },
  ] as const;
  const events = moments.flatMap(({ status, at }): TimelineEvent[] =>
    at ? [{ type: 'status', ...stamp(at), status }] : [],
  );
  return convertedAt ? [...events, { type: 'converted', ...stamp(convertedAt) }] : events;
}

function webhookEvents({ type: event, reference, deliveries }: MessageEvent, stamp: Stamp): TimelineEvent[] {
  return deliveries.flatMap(({ url, state, createdAt, nextAttemptAt, attempts }) => {
    const shared = { event, webhook_id: reference, url };
    const next = nextAttemptAt && stamp(nextAttemptAt);
    const handed: TimelineEvent = {
      type: 'webhook',
      ...stamp(createdAt),
      ...shared,
      state,
      next_attempt_at: next?.at ?? null,
      next_attempt_at_utc: next?.at_utc ?? null,
    };
    const calls = attempts.map((attempt): TimelineEvent => ({
      type: 'webhook_attempt',
      ...stamp(attempt.createdAt),
      ...shared,
      status_code: attempt.status,
      latency_ms: attempt.latencyMs,
      cause: attempt.cause,
      error: attempt.error,
    }));
    return [handed, ...calls];
  });
}

/** Masks digits in the name, since the operator may have put the device's phone number into it. */
function deviceOf<Id extends number | null>(id: Id, names: Map<number, string>) {
  const name = id === null ? undefined : names.get(id);
  return { device_id: id, device: name === undefined ? null : scrub(name) };
}

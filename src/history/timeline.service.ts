import { Injectable } from '@nestjs/common';
import { CreditReader } from '../credit/index.js';
import { DevicesService } from '../gateway/index.js';
import { type Message, messageIdsOf, reasonOf, storedAttemptsOf } from '../otp/index.js';
import { orNotFound } from '../platform/errors/index.js';
import { publicErrorText } from '../platform/text/failure-reason.js';
import { Calendar } from '../platform/time/calendar.js';
import { DeliveryReader } from '../webhook/index.js';
import { MessageReader, type Owner } from './message-reader.js';
import type { MessageTimeline, TimelineEvent } from './timeline.dto.js';
import { eventsOf, type Stamp } from './timeline-events.rules.js';

/** The timeline of one message. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly messages: MessageReader,
    private readonly credit: CreditReader,
    private readonly deliveries: DeliveryReader,
    private readonly devices: DevicesService,
    private readonly calendar: Calendar,
  ) {}

  /** By gateway id or reference; without a mode, in both modes. Fails with `not_found`. */
  async find(owner: Pick<Owner, 'userId'> & Partial<Owner>, messageId: string): Promise<MessageTimeline> {
    const timeline = await this.timelineOf(await this.messages.find(owner, messageId));
    return { ...timeline, events: timeline.events.map(asSenderReads) };
  }

  /** Any account's. Fails with `not_found`. */
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
    const created = this.stamp(message.createdAt);
    return {
      id: message.id,
      message_id: message.gatewayMessageId,
      ...messageIdsOf(message),
      livemode: message.livemode,
      status: message.status,
      recipient: message.recipientMasked,
      company_name: message.companyName,
      credit_used: message.creditUsed,
      channel: message.channel,
      attempts: storedAttemptsOf(message),
      error_message: message.errorMessage,
      reason: reasonOf(message),
      created_at: created.at,
      created_at_utc: created.at_utc,
      events: eventsOf({ message, ...records, ledger, webhooks, deviceNames }, this.stamp),
    };
  }

  private readonly stamp: Stamp = (at) => this.calendar.fields('at', at);
}

/** Hides the device details that only the operator may see. */
const asSenderReads = <Event extends TimelineEvent>(event: Event): Event =>
  'reason' in event ? { ...event, error: publicErrorText(event.error, event.reason) } : event;

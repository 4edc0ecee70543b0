import { ApiProperty } from '@nestjs/swagger';
import { CursorPageOf, CursorQuery, RequiredField, WordField } from '../platform/http/request-fields.js';
import type { WebhookTexts } from '../platform/openapi/index.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import { parseIsoTime } from '../platform/time/iso-time.js';
import {
  DELIVERY_STATES,
  type DeliveryState,
  EVENT_TYPES,
  TEST_EVENT,
  type WebhookEvent,
} from './webhook.entities.js';
import { type Cause, CAUSES } from './webhook-client.js';

export class DeliveryQuery extends CursorQuery {
  @WordField(DELIVERY_STATES, 'Only deliveries of this status') status?: DeliveryState;
}

export class ReplaySinceDto {
  @RequiredField((value) => typeof value === 'string' && parseIsoTime(value) !== undefined, {
    type: 'string',
    format: 'date-time',
    pattern: '^[1-9][0-9]{3}-',
    example: '2026-01-31T06:45:00Z',
    description: 'ISO 8601 with an offset: what failed since then',
  })
  since!: string;
}

export class AttemptView {
  @LocalTime('When the webhook was called') at!: string;
  @OrNull('integer', 'null: no response', { example: 200 }) status_code!: number | null;
  @ApiProperty({ type: 'integer', example: 84 }) latency_ms!: number;
  @OrNull(
    'string',
    'Why there was no response. certificate: TLS failed; no_answer: the connection broke in another way',
    { enum: [...CAUSES, null], example: null },
  )
  cause!: Cause | null;
  @OrNull('string', 'The same, in words', { example: null }) error!: string | null;
  @OrNull('string', 'First KiB of the response, without control characters and runs of digits', {
    example: 'ok',
  })
  answer!: string | null;
}

export class DeliveryView {
  @ApiProperty({ type: 'integer', example: 12 }) id!: number;
  @Field('The header webhook-id', { example: 'evt_01J9Z3…' }) event_id!: string;
  @Field('Kind of the event', { enum: [...EVENT_TYPES, TEST_EVENT] }) type!: WebhookEvent['type'];
  @Field('`pending`: not delivered yet; `delivered`: the response was 2xx; `failed`: given up', {
    enum: DELIVERY_STATES,
  })
  status!: DeliveryState;
  @LocalTimeOrNull('null when it is over or the webhook is switched off') next_attempt_at!: string | null;
  @LocalTime() created_at!: string;
  @Field('Body of the request, the same at every attempt', {
    example:
      '{"type":"otp.delivered","timestamp":"2026-01-31T06:45:02.000Z","data":{"message_id":"3EB0AABBCCDDEEFF0011",' +
      '"reference":"otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F","external_id":"pesanan-7f1c2a","metadata":{"cabang":"Bandung"},' +
      '"status":"delivered","recipient":"6281****7890","company_name":"Toko Budi","credit_used":200,' +
      '"error_message":null,"reason":null,"created_at":"2026-01-31T06:45:00.000Z"},"livemode":true}',
  })
  body!: string;
  @Field('Newest first, 20 at most', { type: [AttemptView] }) attempts!: AttemptView[];
}

export class DeliveryPage extends CursorPageOf(DeliveryView) {}

export class Replayed {
  @Field('How many are sent again') replayed!: number;
  @Field('There are more: repeat this request') has_more!: boolean;
}

class TestEventData {
  @Field('Number of the webhook that was tested', { example: 7 }) webhook_id!: number;
}

export const TEST_WEBHOOK: WebhookTexts = {
  event: TEST_EVENT,
  about: 'The owner of the webhook sent a test.',
  aboutId: 'Pemilik webhook meminta percobaan.',
  Data: TestEventData,
};

import { ApiProperty } from '@nestjs/swagger';
import { PageOf, PageQuery } from '../../../platform/http/page.js';
import { IdField } from '../../../platform/http/shared-fields.js';
import { LocalTime, UtcTime } from '../../../platform/openapi/moments.js';
import { OrNull } from '../../../platform/openapi/or-null.js';
import type { AlertKind } from './kinds.rules.js';

/** The alerts that are about a device, by the word for them on its own pages. */
export const DEVICE_ALERTS = {
  device_disconnected: 'disconnected',
  device_restricted: 'restricted',
  device_failing: 'failing',
  device_degraded: 'degraded',
  free_deliveries: 'free_deliveries',
} as const satisfies Partial<Record<AlertKind, string>>;

export type DeviceAlertKind = (typeof DEVICE_ALERTS)[keyof typeof DEVICE_ALERTS];

export class DeviceAlertQuery extends PageQuery {
  @IdField('Only those of this device') device_id?: number;
}

export class DeviceAlertItem {
  @ApiProperty({ type: 'integer', description: 'As in GET /api/admin/alerts' }) id!: number;
  @ApiProperty({ type: 'integer', description: 'The device that it is about' }) device_id!: number;
  @ApiProperty({
    enum: Object.values(DEVICE_ALERTS),
    description: 'The `health` of a device; free_deliveries: delivered what was refunded',
  })
  kind!: DeviceAlertKind;
  @ApiProperty({ example: '5 messages without acknowledgement', description: 'What was seen, in English' })
  detail!: string;
  @OrNull('integer', {
    example: 5,
    description: 'How many messages were not accepted, had no report, or were delivered after a refund',
  })
  messages!: number | null;
  @OrNull('string', { example: null, description: 'Of disconnected and failing: the words of the gateway' })
  cause!: string | null;
  @LocalTime({ nullable: true, description: 'Of restricted: when that ends' }) until!: string | null;
  @UtcTime({ nullable: true }) until_utc!: string | null;
  @LocalTime({ description: 'When it began' }) raised_at!: string;
  @UtcTime() raised_at_utc!: string;
  @LocalTime({ nullable: true, description: 'null: still going on' }) ended_at!: string | null;
  @UtcTime({ nullable: true }) ended_at_utc!: string | null;
}

export class DeviceAlertPage extends PageOf(DeviceAlertItem) {}

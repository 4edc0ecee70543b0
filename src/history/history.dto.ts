import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import type { FailureReason } from '../common/failure-reason.js';
import { Check } from '../common/http/index.js';
import { CursorField, PageOf, PageQuery, toInteger } from '../common/page.js';
import { CorrelationView, REASON, SETTLED, type SettledStatus } from '../otp/index.js';

/** `YYYY-MM-DD` of a day that exists; JavaScript would take 30 February for 2 March. */
const isDay = (value: unknown) =>
  value === undefined ||
  (typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value));

const StatusQuery = () =>
  applyDecorators(
    ApiProperty({ required: false, enum: SETTLED }),
    Check('parameter_invalid', (value) => value === undefined || SETTLED.includes(value as SettledStatus)),
  );

const DayQuery = (example: string, description: string) =>
  applyDecorators(ApiProperty({ required: false, example, description }), Check('parameter_invalid', isDay));

export const FromField = () => DayQuery('2026-01-01', 'Tanggal awal (inklusif) di zona waktu layanan');
export const ToField = () => DayQuery('2026-01-31', 'Tanggal akhir (inklusif) di zona waktu layanan');

type Mode = 'live' | 'test';

/** Dashboard users choose between live messages and those of test keys. */
const ModeQuery = () =>
  applyDecorators(
    ApiProperty({ required: false, enum: ['live', 'test'], default: 'live' }),
    Check('parameter_invalid', (value) => value === 'live' || value === 'test'),
  );

export class HistoryQuery extends PageQuery {
  @StatusQuery() status?: SettledStatus;
  @FromField() from?: string;
  @ToField() to?: string;

  @CursorField('; page diabaikan')
  cursor?: number;
}

export class AccountHistoryQuery extends HistoryQuery {
  @ModeQuery() mode: Mode = 'live';
}

/** All pages at once. */
export class ExportQuery {
  @StatusQuery() status?: SettledStatus;
  @FromField() from?: string;
  @ToField() to?: string;
  @ModeQuery() mode: Mode = 'live';
}

export class StatsQuery {
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 90, default: 30 })
  @Transform(toInteger)
  @IsInt()
  @Min(1)
  @Max(90)
  days: number = 30;

  @ModeQuery() mode: Mode = 'live';
}

/** What lists tell of a message, beside its status. */
export class MessageItem extends CorrelationView {
  @ApiProperty({ type: 'integer', example: 42 }) id!: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: '3EB0AABBCCDDEEFF0011',
    description: 'null bila gateway tidak menerima pesan ini, atau belum diketahui',
  })
  message_id!: string | null;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty({ example: 'Toko Budi' }) company_name!: string;
  @ApiProperty(REASON) reason!: FailureReason | null;
  @ApiProperty({ type: 'integer', example: 200, description: '0 bila kredit dikembalikan' })
  credit_used!: number;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
}

export class HistoryItem extends MessageItem {
  @ApiProperty({ enum: SETTLED }) status!: SettledStatus;
}

export class HistoryPage extends PageOf(HistoryItem) {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Untuk parameter cursor; null di halaman terakhir',
  })
  next_cursor!: number | null;
}

export class Stats {
  @ApiProperty({ type: 'integer', description: 'Pesan berstatus sent atau delivered' }) total_sent!: number;
  @ApiProperty({ type: 'integer', description: 'Pesan berstatus failed' }) total_failed!: number;
  @ApiProperty({ type: 'integer', description: 'Pesan dibuat hari ini, apa pun statusnya' })
  today_count!: number;
  @ApiProperty({ type: 'integer', description: 'Pesan yang kodenya diperiksa dan benar' })
  total_converted!: number;
  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 1,
    example: 0.82,
    description: 'total_converted dibagi semua pesan yang dibuat; null bila belum ada pesan',
  })
  conversion_rate!: number | null;
}

export class StatsDay {
  @ApiProperty({ example: '2026-01-31' }) day!: string;
  @ApiProperty({ type: 'integer' }) created!: number;
  @ApiProperty({ type: 'integer' }) sent!: number;
  @ApiProperty({ type: 'integer' }) delivered!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
  @ApiProperty({ type: 'integer' }) converted!: number;
}

export class AccountStats extends Stats {
  @ApiProperty({ type: [StatsDay], description: 'Hari terlama lebih dulu, hari kosong termasuk' })
  daily!: StatsDay[];
  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 1,
    example: 0.97,
    description:
      'Pesan delivered dibagi pesan sent, delivered dan failed pada hari-hari itu; null bila belum ada',
  })
  delivery_rate!: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    example: 3.2,
    description:
      'Median detik hingga delivered, dari 500 pesan terakhir pada hari-hari itu; null bila belum ada',
  })
  median_delivery_seconds!: number | null;
}

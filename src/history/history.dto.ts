import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  MessageFields,
  OUTCOME_STATUSES,
  type OutcomeStatus,
  type Status,
  STATUS_ABOUT,
  STATUSES,
} from '../otp/index.js';
import { type Mode, MODES } from '../platform/access/modes.rules.js';
import { Check, isText, isWhole, matches } from '../platform/http/index.js';
import {
  ChoiceField,
  CursorField,
  FromField,
  IdField,
  NextCursorField,
  OptionalField,
  PageOf,
  PageQuery,
  ToField,
  toInteger,
  WordField,
} from '../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import { FAILURE_REASONS, type FailureReason } from '../platform/text/failure-reason.js';

/** Messages that the list of an account leaves out by default. */
const IncludeQuery = () =>
  WordField(
    ['pending'],
    '`pending`: also list messages whose outcome is not known yet; `status=pending` lists only those',
  );

const ModeQuery = () => ChoiceField(MODES, 'live', 'Messages of live or of test keys');

const BRAND_MAX = 80;

export const BrandQuery = () =>
  OptionalField(isText(1, BRAND_MAX), {
    minLength: 1,
    maxLength: BRAND_MAX,
    example: 'Toko Budi',
    description: 'Exact `company_name` of the send',
  });

export const ReasonQuery = () => WordField(FAILURE_REASONS, 'Why messages failed');

const PREFIX = /^0\d\d$/;

export const PrefixQuery = () =>
  OptionalField(matches(PREFIX), {
    pattern: PREFIX.source,
    example: '081',
    description: 'First digits of the phones, as far as masks show them: 081 for 6281****7890',
  });

export const KeyQuery = () => IdField('The id of an API key, which may be deleted');

const SORTS = ['newest', 'oldest'] as const;
type Sort = (typeof SORTS)[number];

/** The sort orders that an index supports. */
export const SortQuery = () => ChoiceField(SORTS, 'newest', 'Order of the items');

class ListQuery extends PageQuery {
  @FromField() from?: string;
  @ToField() to?: string;

  @CursorField('; with it, `page` is ignored') cursor?: number;
}

/** For API keys, which list only messages with a known outcome. */
export class HistoryQuery extends ListQuery {
  @WordField(OUTCOME_STATUSES, 'Only messages with this status') status?: OutcomeStatus;
}

export class AccountHistoryQuery extends ListQuery {
  @WordField(STATUSES, 'Only messages with this status') status?: Status;
  @IncludeQuery() include?: 'pending';
  @ModeQuery() mode: Mode = 'live';
  @KeyQuery() key?: number;
  @BrandQuery() brand?: string;
  @ReasonQuery() reason?: FailureReason;
  @PrefixQuery() prefix?: string;
  @SortQuery() sort: Sort = 'newest';
}

export class ExportQuery {
  @WordField(STATUSES, 'Only messages with this status') status?: Status;
  @IncludeQuery() include?: 'pending';
  @FromField() from?: string;
  @ToField() to?: string;
  @ModeQuery() mode: Mode = 'live';
  @KeyQuery() key?: number;
  @BrandQuery() brand?: string;
  @ReasonQuery() reason?: FailureReason;
  @PrefixQuery() prefix?: string;
}

export class UsedBrandsQuery {
  @ModeQuery() mode: Mode = 'live';
}

export class StatsQuery {
  @Field('Days to report, today included', { required: false, minimum: 1, maximum: 90, default: 30 })
  @Transform(toInteger)
  @Check('parameter_invalid', isWhole(1, 90))
  days: number = 30;

  @ModeQuery() mode: Mode = 'live';
}

class MessageItem extends MessageFields {
  @ApiProperty({ type: 'integer', example: 42 }) id!: number;
  @LocalTime() created_at!: string;
  created_at_utc!: string;
}

class HistoryItem extends MessageItem {
  @Field(STATUS_ABOUT, { enum: OUTCOME_STATUSES }) status!: OutcomeStatus;
}

export class HistoryPage extends PageOf(HistoryItem) {
  @NextCursorField() next_cursor!: number | null;
}

export class FoundMessage extends MessageItem {
  @Field(STATUS_ABOUT, { enum: STATUSES }) status!: Status;
}

/** A page of a list that may have filters without counters, and then no total. */
export function NarrowedPageOf<Item extends object>(item: new () => Item) {
  abstract class Page {
    @OrNull('integer', 'null: not counted; use `next_cursor`, since `page` is ignored')
    total!: number | null;
    @ApiProperty({ type: 'integer' }) page!: number;
    @ApiProperty({ type: 'integer' }) limit!: number;
    @ApiProperty({ type: [item] }) items!: Item[];
    @NextCursorField() next_cursor!: number | null;
    @LocalTimeOrNull(
      'Where next_cursor continues, if the search stopped before the page was full because it had read many messages. Null otherwise',
    )
    searched_until!: string | null;
    @OrNull(
      'integer',
      'If `total` is null, on the first page: how many messages match, counted up to 100. Null otherwise',
    )
    found!: number | null;
    @Field('true: there are more than `found`, or not all messages were searched')
    found_more!: boolean;
  }
  return Page;
}

export class AccountHistoryPage extends NarrowedPageOf(FoundMessage) {}

export class UsedBrandsView {
  @Field('At most 50', { type: [String], example: ['Toko Budi'] }) brands!: string[];
}

export class Stats {
  @Field('Messages with status `sent` or `delivered`') total_sent!: number;
  @Field('Messages that failed') total_failed!: number;
  @Field('Messages created today, with any status') today_count!: number;
  @Field('Messages whose code was checked successfully') total_converted!: number;
  @OrNull('number', '`total_converted` divided by the number of all messages; null while there are none', {
    minimum: 0,
    maximum: 1,
    example: 0.82,
  })
  conversion_rate!: number | null;
}

export class StatsDay {
  @Field('The day, in the time zone of the service', { example: '2026-01-31' }) day!: string;
  @Field('Messages created on this day') created!: number;
  @Field('Of these, accepted by a gateway and without a delivery report') sent!: number;
  @Field('Of these, delivered') delivered!: number;
  @Field('Of these, failed') failed!: number;
  @Field('Of these, with a code that was checked successfully') converted!: number;
}

export class AccountStats extends Stats {
  @Field('Oldest day first, empty days included', { type: [StatsDay] }) daily!: StatsDay[];
  @OrNull(
    'number',
    'Delivered messages of these days, divided by all with a known outcome (sent, delivered or failed). null while there are none',
    { minimum: 0, maximum: 1, example: 0.97 },
  )
  delivery_rate!: number | null;
  @OrNull(
    'number',
    'Median seconds to delivered, of the last 500 messages on these days; null while there are none',
    { minimum: 0, example: 3.2 },
  )
  median_delivery_seconds!: number | null;
}

import { ApiProperty } from '@nestjs/swagger';
import { isBoolean } from '../platform/http/index.js';
import {
  CursorPageOf,
  CursorQuery,
  OptionalField,
  RequiredField,
  WordField,
} from '../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../platform/text/channel.js';
import { Phone, PHONE_PATTERN } from '../platform/text/phone.rules.js';
import { isLine, isNote, line, NOTE_PATTERN } from '../platform/text/plain-text.rules.js';
import { type PrivacyKind, REQUEST_KINDS } from './records/index.js';

const NOTE_MAX = 300;

/** How a request stands, as it is shown. */
export const SHOWN_STATUSES = ['open', 'erasing', 'held', 'completed', 'declined', 'lifted'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

const NoteField = () =>
  OptionalField(isNote(NOTE_MAX), {
    type: 'string',
    nullable: true,
    maxLength: NOTE_MAX,
    pattern: NOTE_PATTERN,
    example: 'Tiket 118',
    description: 'Such as the number of a ticket. Runs of digits are masked',
  });

export class CreatePrivacyRequestDto {
  @RequiredField(
    (value) => typeof value === 'string' && Phone.parse(value) !== undefined,
    {
      example: '081234567890',
      pattern: PHONE_PATTERN,
      description: 'In any spelling. Only its blind index is stored, as long as the request needs it',
    },
    'phone_invalid',
  )
  phone!: string;
  @RequiredField((value) => REQUEST_KINDS.some((kind) => kind === value), {
    enum: REQUEST_KINDS,
    description:
      '`access`: a document of what is held; `erasure`: removes it; `restriction`: nothing is sent to the phone',
  })
  kind!: PrivacyKind;
  @NoteField() note?: string | null;
}

export class DecidePrivacyRequestDto {
  @OptionalField(isBoolean, {
    type: 'boolean',
    description: 'true: the request is closed and nothing is done, as where nobody proves to own the phone',
  })
  declined?: boolean;
  @NoteField() note?: string | null;
}

export class PrivacyRequestQuery extends CursorQuery {
  @WordField(SHOWN_STATUSES, 'Only requests with this status') status?: ShownStatus;
  @WordField(REQUEST_KINDS, 'Only requests of this kind') kind?: PrivacyKind;
}

export class PrivacyRequestView {
  @ApiProperty({ type: 'integer', example: 7, description: 'Of the request' }) id!: number;
  @ApiProperty({ enum: REQUEST_KINDS, example: 'access', description: 'What the data subject asked for' })
  kind!: PrivacyKind;
  @ApiProperty({
    enum: SHOWN_STATUSES,
    example: 'open',
    description:
      '`erasing`: it is under way; `held`: only messages under a legal hold are left. A completed restriction holds until it is `lifted`',
  })
  status!: ShownStatus;
  @OrNull('string', { example: 'Tiket 118', description: 'The note, scrubbed' }) note!: string | null;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Messages that a legal hold keeps from the erasure',
  })
  held_messages!: number;
  @ApiProperty({ description: 'Whether it has a document now: an access that is completed and not erased' })
  has_document!: boolean;
  @ApiProperty({ description: 'Whether it is open after `due_at`' }) overdue!: boolean;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
  @LocalTime({ description: '72 hours after it was created' }) due_at!: string;
  @UtcTime() due_at_utc!: string;
  @LocalTime({ nullable: true, description: 'When it was completed, and an erasure had removed all' })
  completed_at!: string | null;
  @UtcTime({ nullable: true }) completed_at_utc!: string | null;
  @LocalTime({ nullable: true, description: 'When the restriction was lifted' }) lifted_at!: string | null;
  @UtcTime({ nullable: true }) lifted_at_utc!: string | null;
}

export class PrivacyRequestPage extends CursorPageOf(PrivacyRequestView) {}

export class LegalHoldDto {
  @RequiredField(isBoolean, { description: 'true: retention and erasures leave the account alone' })
  active!: boolean;
  @OptionalField(isLine(NOTE_MAX), {
    type: 'string',
    ...line(NOTE_MAX),
    example: 'Perkara 12/Pdt.G/2026',
    description: 'Needed with `active` true',
  })
  reason?: string;
}

export class LegalHoldView {
  @ApiProperty({ description: 'Whether the account is under a legal hold' }) active!: boolean;
  @OrNull('string', { example: 'Perkara 12/Pdt.G/2026', description: 'Why; null: no hold' })
  reason!: string | null;
  @LocalTime({ nullable: true, description: 'When the hold began' }) created_at!: string | null;
  @UtcTime({ nullable: true }) created_at_utc!: string | null;
}

class HeldMessageView {
  @ApiProperty({ example: '6281****7890', description: 'The masked phone' }) recipient!: string;
  @ApiProperty({ enum: CHANNELS, example: 'whatsapp', description: 'The channel that was tried last' })
  channel!: Channel;
  @ApiProperty({ example: 'delivered', description: 'Its present status' }) status!: string;
  @ApiProperty({ example: 'Toko Budi', description: 'The brand in its text' }) brand!: string;
  @ApiProperty({ example: 'tokobudi', description: 'The account that sent it' }) account!: string;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
  @LocalTime({ nullable: true, description: 'When the phone got it' }) delivered_at!: string | null;
  @UtcTime({ nullable: true }) delivered_at_utc!: string | null;
}

class HeldVerificationView {
  @ApiProperty({ example: 'code', enum: ['code', 'inbound'], description: 'How the phone is proven' })
  method!: 'code' | 'inbound';
  @ApiProperty({ example: 'approved', description: 'Its present status' }) status!: string;
  @ApiProperty({ example: 'tokobudi', description: 'The account that asked for it' }) account!: string;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
}

class DataReceiverView {
  @ApiProperty({
    enum: ['account', 'gateway', 'webhook'],
    example: 'gateway',
    description: '`account`: who sent; `gateway`: who carried; `webhook`: who was told of statuses',
  })
  kind!: 'account' | 'gateway' | 'webhook';
  @ApiProperty({ example: 'Cloud API (WhatsApp)', description: 'Its name' }) name!: string;
}

/** What is held about a phone. */
export class AccessDocumentView {
  @ApiProperty({ type: 'integer', example: 7, description: 'Of the request' }) request_id!: number;
  @LocalTime({ description: 'When this document was made' }) generated_at!: string;
  @UtcTime() generated_at_utc!: string;
  @ApiProperty({ example: 'PT Sandi Jaya', description: 'Who answers; empty: not set' }) controller!: string;
  @ApiProperty({ type: [String], description: 'Why it is processed', example: ['Kode verifikasi'] })
  purposes!: string[];
  @ApiProperty({ type: [String], description: 'How long it is kept', example: ['Pesan: 90 hari'] })
  retention!: string[];
  @ApiProperty({ type: [DataReceiverView], description: 'Who received it' }) receivers!: DataReceiverView[];
  @ApiProperty({ type: 'integer', example: 12, description: 'All messages that are stored' })
  message_count!: number;
  @ApiProperty({ type: [HeldMessageView], description: 'The newest of them, 5000 at most' })
  messages!: HeldMessageView[];
  @ApiProperty({ type: [HeldVerificationView], description: 'Verifications, 5000 of each kind at most' })
  verifications!: HeldVerificationView[];
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Lists of allowed or blocked numbers that have it',
  })
  listed!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Devices that note when they last wrote to it' })
  device_contacts!: number;
  @ApiProperty({ description: 'Whether a restriction holds' }) restricted!: boolean;
}

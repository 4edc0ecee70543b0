import { ApiProperty } from '@nestjs/swagger';
import { isBoolean } from '../platform/http/index.js';
import {
  CursorPageOf,
  CursorQuery,
  OptionalField,
  RequiredField,
  WordField,
} from '../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../platform/text/channel.js';
import { Phone, PHONE_PATTERN } from '../platform/text/phone.rules.js';
import { isLine, isNote, line, NOTE_PATTERN } from '../platform/text/plain-text.rules.js';
import { type PrivacyKind, REQUEST_KINDS } from './records/index.js';

const NOTE_MAX = 300;

/** The statuses of requests in responses. */
export const SHOWN_STATUSES = ['open', 'erasing', 'held', 'completed', 'declined', 'lifted'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

const NoteField = () =>
  OptionalField(isNote(NOTE_MAX), {
    type: 'string',
    nullable: true,
    maxLength: NOTE_MAX,
    pattern: NOTE_PATTERN,
    example: 'Tiket 118',
    description: 'For example a ticket number. Runs of digits are masked',
  });

export class CreatePrivacyRequestDto {
  @RequiredField(
    (value) => typeof value === 'string' && Phone.parse(value) !== undefined,
    {
      example: '081234567890',
      pattern: PHONE_PATTERN,
      description: 'In any format. Sandi stores only its fingerprint, for as long as the request needs it',
    },
    'phone_invalid',
  )
  phone!: string;
  @RequiredField((value) => REQUEST_KINDS.some((kind) => kind === value), {
    enum: REQUEST_KINDS,
    description:
      '`access`: a document of the stored data; `erasure`: deletes the data; `restriction`: nothing is sent to the phone',
  })
  kind!: PrivacyKind;
  @NoteField() note?: string | null;
}

export class DecidePrivacyRequestDto {
  @OptionalField(isBoolean, {
    type: 'boolean',
    description: 'true: close the request and do nothing, for example because nobody proved to own the phone',
  })
  declined?: boolean;
  @NoteField() note?: string | null;
}

export class PrivacyRequestQuery extends CursorQuery {
  @WordField(SHOWN_STATUSES, 'Only requests with this status') status?: ShownStatus;
  @WordField(REQUEST_KINDS, 'Only requests of this kind') kind?: PrivacyKind;
}

export class PrivacyRequestView {
  @Field('Id of the request', { example: 7 }) id!: number;
  @Field('What the data subject asked for', { enum: REQUEST_KINDS, example: 'access' }) kind!: PrivacyKind;
  @Field(
    '`erasing`: in progress; `held`: only messages under a legal hold are left. A completed restriction applies until it is `lifted`',
    { enum: SHOWN_STATUSES, example: 'open' },
  )
  status!: ShownStatus;
  @OrNull('string', 'The note, with masked digits', { example: 'Tiket 118' }) note!: string | null;
  @Field('Messages that a legal hold keeps from the erasure', { example: 0 }) held_messages!: number;
  @Field('Whether it has a document now: it is a completed access, and the document is not erased')
  has_document!: boolean;
  @Field('Whether it is open after `due_at`') overdue!: boolean;
  @LocalTime() created_at!: string;
  @LocalTime('72 hours after it was created') due_at!: string;
  @LocalTimeOrNull('When it was completed; for an erasure, when all data was removed') completed_at!:
    string | null;
  @LocalTimeOrNull('When the restriction was lifted') lifted_at!: string | null;
}

export class PrivacyRequestPage extends CursorPageOf(PrivacyRequestView) {}

export class LegalHoldDto {
  @RequiredField(isBoolean, {
    description: 'true: the account’s messages are exempt from retention and erasures',
  })
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
  @Field('Whether the account is under a legal hold') active!: boolean;
  @OrNull('string', 'Why; null: no hold', { example: 'Perkara 12/Pdt.G/2026' }) reason!: string | null;
  @LocalTimeOrNull('When the hold began') created_at!: string | null;
}

class HeldMessageView {
  @Field('The masked phone', { example: '6281****7890' }) recipient!: string;
  @Field('The channel that was tried last', { enum: CHANNELS, example: 'whatsapp' }) channel!: Channel;
  @Field('Current status of the message', { example: 'delivered' }) status!: string;
  @Field('The brand in its text', { example: 'Toko Budi' }) brand!: string;
  @Field('The account that sent it', { example: 'tokobudi' }) account!: string;
  @LocalTime() created_at!: string;
  @LocalTimeOrNull('When the phone got it') delivered_at!: string | null;
}

class HeldVerificationView {
  @Field('How the user proves the phone', { example: 'code', enum: ['code', 'inbound'] })
  method!: 'code' | 'inbound';
  @Field('Current status of the message', { example: 'approved' }) status!: string;
  @Field('The account that asked for it', { example: 'tokobudi' }) account!: string;
  @LocalTime() created_at!: string;
}

class DataReceiverView {
  @Field('`account`: sent the messages; `gateway`: carried them; `webhook`: received their statuses', {
    enum: ['account', 'gateway', 'webhook'],
    example: 'gateway',
  })
  kind!: 'account' | 'gateway' | 'webhook';
  @Field('Name of the receiver', { example: 'Cloud API (WhatsApp)' }) name!: string;
}

export class AccessDocumentView {
  @Field('Id of the request', { example: 7 }) request_id!: number;
  @LocalTime('When this document was created') generated_at!: string;
  @Field('The data controller; empty: not set', { example: 'PT Sandi Jaya' }) controller!: string;
  @ApiProperty({ type: [String], description: 'Purposes of the processing', example: ['Kode verifikasi'] })
  purposes!: string[];
  @ApiProperty({ type: [String], description: 'How long the data is stored', example: ['Pesan: 90 hari'] })
  retention!: string[];
  @Field('Who received the data', { type: [DataReceiverView] }) receivers!: DataReceiverView[];
  @Field('All messages that are stored', { example: 12 }) message_count!: number;
  @Field('The newest of them, 5000 at most', { type: [HeldMessageView] }) messages!: HeldMessageView[];
  @Field('Verifications, 5000 of each kind at most', { type: [HeldVerificationView] })
  verifications!: HeldVerificationView[];
  @Field('Number of allow and block lists that contain the phone', { example: 1 }) listed!: number;
  @Field('Number of devices for which Sandi stores when they last wrote to the phone', { example: 0 })
  device_contacts!: number;
  @Field('Whether a restriction is in effect') restricted!: boolean;
}

import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, isWhole, Trimmed, trimmed } from '../../platform/http/index.js';
import {
  OptionalField,
  PageOf,
  PageQuery,
  RequiredField,
  WordField,
} from '../../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../../platform/openapi/response-fields.js';
import { PICTURE_BYTES_MAX, pictureBytes } from '../../platform/pictures/picture.rules.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';
import {
  isLine,
  isNote,
  line,
  LINE_OR_EMPTY_PATTERN,
  NOTE_PATTERN,
} from '../../platform/text/plain-text.rules.js';
import { AMOUNT_MAX } from '../credit.dto.js';
import { type BankAccount, REQUEST_STATUSES, type RequestStatus } from './top-up.entities.js';

const ACCOUNTS_MAX = 10;
const isAmount = isWhole(1, AMOUNT_MAX);

class BankAccountView {
  @ApiProperty({ example: 'BCA', ...line(40), description: 'Name of the bank, one line' })
  bank!: string;
  @ApiProperty({
    example: '1234567890',
    ...line(40),
    description: 'Number of the bank account, one line',
  })
  number!: string;
  @ApiProperty({
    example: 'PT Sandi Jaya',
    ...line(80),
    description: 'Name of the account holder, one line',
  })
  holder!: string;
}

/** How an account pays the operator. */
export class TopUpGuideView {
  @ApiProperty({ description: 'Plain text; empty: none', maxLength: 2000 }) instructions!: string;
  @ApiProperty({ type: [BankAccountView], description: 'Bank accounts to pay to; empty: none' })
  accounts!: BankAccount[];
  @ApiProperty({ description: 'Whether there is a picture, such as a QR code to pay with' })
  has_picture!: boolean;
  @ApiProperty({ type: 'integer', example: 3, description: 'Requests that an account may have open at once' })
  open_max!: number;
  @ApiProperty({ description: 'On receipts; empty: none', maxLength: 100 }) operator_name!: string;
  @ApiProperty({ description: 'On receipts, several lines; empty: none', maxLength: 300 })
  operator_address!: string;
  @ApiProperty({ description: 'On statements, free text; empty: none', maxLength: 60 })
  operator_tax_number!: string;
}

const ofAccount = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { bank, number, holder } = value as Record<string, unknown>;
  return { bank: trimmed(bank), number: trimmed(number), holder: trimmed(holder) };
};

function isAccount(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { bank, number, holder } = value as Record<string, unknown>;
  return isLine(40)(bank) && isLine(40)(number) && isLine(80)(holder);
}

export class TopUpGuideDto extends ConfirmedDto {
  @ApiProperty({
    maxLength: 2000,
    pattern: NOTE_PATTERN,
    description: 'How to pay, as plain text; empty: none',
  })
  @Trimmed()
  @Check('parameter_invalid', isNote(2000))
  instructions!: string;

  @ApiProperty({
    type: [BankAccountView],
    maxItems: ACCOUNTS_MAX,
    description: 'Bank accounts to pay to; empty: none',
  })
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(ofAccount) : value))
  @Check(
    'parameter_invalid',
    (value) => Array.isArray(value) && value.length <= ACCOUNTS_MAX && value.every(isAccount),
  )
  accounts!: BankAccount[];

  @ApiProperty({
    maxLength: 100,
    pattern: LINE_OR_EMPTY_PATTERN,
    description: 'Name on receipts, one line; empty: none',
  })
  @Trimmed()
  @Check('parameter_invalid', (value) => value === '' || isLine(100)(value))
  operator_name!: string;

  @ApiProperty({
    maxLength: 300,
    pattern: NOTE_PATTERN,
    description: 'Address on receipts, several lines; empty: none',
  })
  @Trimmed()
  @Check('parameter_invalid', isNote(300))
  operator_address!: string;

  @Trimmed()
  @OptionalField((value) => value === '' || isLine(60)(value), {
    maxLength: 60,
    pattern: LINE_OR_EMPTY_PATTERN,
    example: '01.234.567.8-901.000',
    description: 'Tax number on statements, one line of free text; empty: none; without it: as before',
  })
  operator_tax_number?: string;
}

export class PictureDto extends ConfirmedDto {
  @RequiredField(
    (value) => pictureBytes(value) !== undefined,
    {
      format: 'byte',
      minLength: 4,
      maxLength: Math.ceil(PICTURE_BYTES_MAX / 3) * 4,
      pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      description: `Base64 of a PNG or JPEG of at most ${PICTURE_BYTES_MAX} bytes`,
    },
    'picture_invalid',
  )
  picture!: string;
}

export class TopUpRequestDto {
  @RequiredField(isAmount, {
    type: 'integer',
    minimum: 1,
    maximum: AMOUNT_MAX,
    example: 50000,
    description: 'Amount of the transfer, in IDR',
  })
  amount!: number;

  @Trimmed()
  @RequiredField(isLine(80), {
    example: 'Budi Santoso',
    ...line(80),
    description: 'From whom the transfer came',
  })
  sender!: string;

  @Trimmed()
  @OptionalField((value) => value === '' || isLine(200)(value), {
    maxLength: 200,
    pattern: LINE_OR_EMPTY_PATTERN,
    example: 'Lewat m-banking, pukul 10',
    description: 'Note for the administrator, one line; empty: none',
  })
  note?: string;
}

export class TopUpRequestView {
  @ApiProperty({ type: 'integer', example: 12 }) id!: number;
  @ApiProperty({ type: 'integer', example: 50000, description: 'As its owner says' }) amount!: number;
  @ApiProperty({ example: 'Budi Santoso', description: 'Name on the transfer' }) sender!: string;
  @OrNull('string', { description: 'Note of the owner; null: none' }) note!: string | null;
  @ApiProperty({
    enum: REQUEST_STATUSES,
    description:
      '`open`: not decided; `confirmed`: the credit was added; `declined`: see `reason`; `cancelled`: by its owner, after a payment was begun',
  })
  status!: RequestStatus;
  @OrNull('string', { description: 'Why it was declined' }) reason!: string | null;
  @OrNull('integer', { description: 'The line of the ledger that it became' })
  entry_id!: number | null;
  @ApiProperty({ description: 'Whether a payment was begun: a payment provider may confirm it' })
  has_payment!: boolean;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
  @LocalTime({
    nullable: true,
    description: 'When it was decided; null: still open',
  })
  decided_at!: string | null;
  @UtcTime({ nullable: true }) decided_at_utc!: string | null;
}

export class TopUpRequestPage extends PageOf(TopUpRequestView) {}

export class AdminTopUpRequestView extends TopUpRequestView {
  @ApiProperty({ type: 'integer', example: 7 }) user_id!: number;
  @ApiProperty({ example: 'tokobudi' }) username!: string;
  @ApiProperty({ example: 'Toko Budi', description: 'Name of the owner of the account' }) name!: string;
}

export class AdminTopUpRequestPage extends PageOf(AdminTopUpRequestView) {}

export class TopUpRequestsQuery extends PageQuery {
  @WordField(REQUEST_STATUSES, 'Only requests of this status') status?: RequestStatus;
}

export class ConfirmTopUpDto extends ConfirmedDto {
  @OptionalField(isAmount, {
    type: 'integer',
    minimum: 1,
    maximum: AMOUNT_MAX,
    example: 50000,
    description: 'What arrived, where that is not what the owner said',
  })
  amount?: number;
}

export class DeclineTopUpDto {
  @Trimmed()
  @RequiredField(isLine(200), {
    example: 'Transfer belum masuk.',
    ...line(200),
    description: 'The owner reads it',
  })
  reason!: string;
}

class PayerView {
  @ApiProperty({ example: 'tokobudi' }) username!: string;
  @ApiProperty({ example: 'Toko Budi', description: 'Name of the person or company' }) name!: string;
  @ApiProperty({ example: 'budi@example.com' }) email!: string;
}

export class ReceiptView {
  @ApiProperty({ example: 'TU-2026-000123', description: 'The year and the line of the ledger' })
  number!: string;
  @ApiProperty({ type: 'integer', example: 50000, description: 'Amount paid, in the currency' })
  amount!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: string;
  @OrNull('string', {
    example: 'Transfer BCA 31 Januari',
    description: 'Note of the ledger entry; null: none',
  })
  note!: string | null;
  @LocalTime({
    description: 'When the credit was added',
  })
  paid_at!: string;
  @UtcTime() paid_at_utc!: string;
  @ApiProperty({ type: PayerView, description: 'The account that the receipt is for' }) account!: PayerView;
  @ApiProperty({ description: 'Empty: not set', example: 'PT Sandi Jaya' }) operator_name!: string;
  @ApiProperty({ description: 'Empty: not set', example: 'Jl. Merdeka 1' }) operator_address!: string;
}

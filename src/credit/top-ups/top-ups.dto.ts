import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, isWhole, Trimmed, trimmed } from '../../platform/http/index.js';
import {
  LineField,
  LineOrEmptyField,
  OptionalField,
  PageOf,
  PageQuery,
  RequiredField,
  WordField,
} from '../../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../../platform/openapi/response-fields.js';
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
const AMOUNT = { type: 'integer', minimum: 1, maximum: AMOUNT_MAX, example: 50000 } as const;
const isAmount = isWhole(AMOUNT.minimum, AMOUNT.maximum);

class BankAccountView {
  @Field('Name of the bank, one line', { example: 'BCA', ...line(40) }) bank!: string;
  @Field('Number of the bank account, one line', { example: '1234567890', ...line(40) }) number!: string;
  @Field('Name of the account holder, one line', { example: 'PT Sandi Jaya', ...line(80) }) holder!: string;
}

/** How an account pays the operator. */
export class TopUpGuideView {
  @ApiProperty({ description: 'Plain text; empty: none', maxLength: 2000 }) instructions!: string;
  @Field('Bank accounts to pay to; empty: none', { type: [BankAccountView] }) accounts!: BankAccount[];
  @Field('Whether there is a picture, such as a QR code to pay with') has_picture!: boolean;
  @Field('Number of open requests that an account may have', { example: 3 }) open_max!: number;
  @ApiProperty({ description: 'Name on receipts; empty: none', maxLength: 100 }) operator_name!: string;
  @ApiProperty({ description: 'Address on receipts, several lines; empty: none', maxLength: 300 })
  operator_address!: string;
  @ApiProperty({ description: 'Tax number on statements, free text; empty: none', maxLength: 60 })
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
  @Field('How to pay, as plain text; empty: none', { maxLength: 2000, pattern: NOTE_PATTERN })
  @Trimmed()
  @Check('parameter_invalid', isNote(2000))
  instructions!: string;

  @Field('Bank accounts to pay to; empty: none', { type: [BankAccountView], maxItems: ACCOUNTS_MAX })
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(ofAccount) : value))
  @Check(
    'parameter_invalid',
    (value) => Array.isArray(value) && value.length <= ACCOUNTS_MAX && value.every(isAccount),
  )
  accounts!: BankAccount[];

  @Field('Name on receipts, one line; empty: none', { maxLength: 100, pattern: LINE_OR_EMPTY_PATTERN })
  @Trimmed()
  @Check('parameter_invalid', (value) => value === '' || isLine(100)(value))
  operator_name!: string;

  @Field('Address on receipts, several lines; empty: none', { maxLength: 300, pattern: NOTE_PATTERN })
  @Trimmed()
  @Check('parameter_invalid', isNote(300))
  operator_address!: string;

  @LineOrEmptyField(
    60,
    '01.234.567.8-901.000',
    'Tax number on statements, one line of free text; empty: none; omitted: unchanged',
  )
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
  @RequiredField(isAmount, { ...AMOUNT, description: 'Amount of the transfer, in IDR' })
  amount!: number;

  @LineField(80, 'Budi Santoso', 'Name on the transfer') sender!: string;

  @LineOrEmptyField(200, 'Lewat m-banking, pukul 10', 'Note for the administrator, one line; empty: none')
  note?: string;
}

export class TopUpRequestView {
  @ApiProperty({ type: 'integer', example: 12 }) id!: number;
  @Field('Amount of the transfer as the owner reported it', { example: 50000 }) amount!: number;
  @Field('Name on the transfer', { example: 'Budi Santoso' }) sender!: string;
  @OrNull('string', 'Note of the owner; null: none') note!: string | null;
  @Field(
    '`open`: not decided; `confirmed`: the credit was added; `declined`: see `reason`; `cancelled`: by its owner, after a payment was begun',
    { enum: REQUEST_STATUSES },
  )
  status!: RequestStatus;
  @OrNull('string', 'Why it was declined') reason!: string | null;
  @OrNull('integer', 'Id of the ledger entry that credited it') entry_id!: number | null;
  @Field('Whether a payment was begun: a payment provider may confirm it') has_payment!: boolean;
  @LocalTime() created_at!: string;
  @LocalTimeOrNull('When it was decided; null: still open') decided_at!: string | null;
}

export class TopUpRequestPage extends PageOf(TopUpRequestView) {}

export class AdminTopUpRequestView extends TopUpRequestView {
  @ApiProperty({ type: 'integer', example: 7 }) user_id!: number;
  @ApiProperty({ example: 'tokobudi' }) username!: string;
  @Field('Name of the owner of the account', { example: 'Toko Budi' }) name!: string;
}

export class AdminTopUpRequestPage extends PageOf(AdminTopUpRequestView) {}

export class TopUpRequestsQuery extends PageQuery {
  @WordField(REQUEST_STATUSES, 'Only requests with this status') status?: RequestStatus;
}

export class ConfirmTopUpDto extends ConfirmedDto {
  @OptionalField(isAmount, { ...AMOUNT, description: 'Amount that arrived, if it differs from the request' })
  amount?: number;
}

export class DeclineTopUpDto {
  @LineField(200, 'Transfer belum masuk.', 'Reason; the owner can read it') reason!: string;
}

class PayerView {
  @ApiProperty({ example: 'tokobudi' }) username!: string;
  @Field('Name of the person or company', { example: 'Toko Budi' }) name!: string;
  @ApiProperty({ example: 'budi@example.com' }) email!: string;
}

export class ReceiptView {
  @Field('The year and the number of the ledger entry', { example: 'TU-2026-000123' }) number!: string;
  @Field('Amount paid, in the currency', { example: 50000 }) amount!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: string;
  @OrNull('string', 'Note of the ledger entry; null: none', { example: 'Transfer BCA 31 Januari' })
  note!: string | null;
  @LocalTime('When the credit was added') paid_at!: string;
  @Field('The account that the receipt is for', { type: PayerView }) account!: PayerView;
  @ApiProperty({ description: 'Empty: not set', example: 'PT Sandi Jaya' }) operator_name!: string;
  @ApiProperty({ description: 'Empty: not set', example: 'Jl. Merdeka 1' }) operator_address!: string;
}

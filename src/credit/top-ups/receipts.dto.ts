import { ApiProperty } from '@nestjs/swagger';
import { LocalTime, UtcTime } from '../../platform/openapi/moments.js';
import { OrNull } from '../../platform/openapi/or-null.js';

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

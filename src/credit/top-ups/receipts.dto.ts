import { ApiProperty } from '@nestjs/swagger';
import { LocalTime, UtcTime } from '../../common/openapi/moments.js';
import { OrNull } from '../../common/openapi/or-null.js';

class PayerView {
  @ApiProperty({ example: 'tokobudi' }) username!: string;
  @ApiProperty({ example: 'Toko Budi' }) name!: string;
  @ApiProperty({ example: 'budi@example.com' }) email!: string;
}

export class ReceiptView {
  @ApiProperty({ example: 'TU-2026-000123', description: 'The year and the line of the ledger' })
  number!: string;
  @ApiProperty({ type: 'integer', example: 50000 }) amount!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: string;
  @OrNull('string', { example: 'Transfer BCA 31 Januari' }) note!: string | null;
  @LocalTime() paid_at!: string;
  @UtcTime() paid_at_utc!: string;
  @ApiProperty({ type: PayerView }) account!: PayerView;
  @ApiProperty({ description: 'Empty: not set', example: 'PT Sandi Jaya' }) operator_name!: string;
  @ApiProperty({ description: 'Empty: not set', example: 'Jl. Merdeka 1' }) operator_address!: string;
}

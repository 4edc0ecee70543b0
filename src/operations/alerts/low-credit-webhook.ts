import { ApiProperty } from '@nestjs/swagger';
import type { WebhookTexts } from '../../platform/openapi/index.js';

/** The `data` of `credit.low`. */
export class LowCreditData {
  @ApiProperty({ type: 'integer', example: 9800 }) credit_balance!: number;
  @ApiProperty({ type: 'integer', example: 10_000, description: 'The threshold of the account, in credits' })
  threshold!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
}

export const LOW_CREDIT_WEBHOOK: WebhookTexts = {
  event: 'credit.low',
  about: 'The balance fell below the threshold of the account.',
  aboutId: 'Saldo turun di bawah batas pemberitahuan akun.',
  Data: LowCreditData,
};

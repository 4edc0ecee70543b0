import { ApiProperty } from '@nestjs/swagger';
import type { WebhookTexts } from '../platform/openapi/index.js';
import { OrNull } from '../platform/openapi/response-fields.js';
import type { FraudBlock } from './fraud.entities.js';
import {
  BLOCK_SUBJECTS,
  type BlockSubject,
  FRAUD_MODES,
  FRAUD_RULES,
  type FraudMode,
  type FraudRule,
} from './fraud.rules.js';

const TIME = { type: 'string', format: 'date-time', example: '2026-01-31T06:45:00.000Z' } as const;

class FraudDetectedData {
  @ApiProperty({ type: 'integer', example: 7, description: 'The id of the block, to lift it by' })
  block_id!: number;
  @ApiProperty({ enum: FRAUD_RULES, example: 'low_conversion', description: 'The rule that found it' })
  rule!: FraudRule;
  @ApiProperty({ enum: BLOCK_SUBJECTS, example: 'prefix', description: 'What the sends have in common' })
  subject!: BlockSubject;
  @OrNull('string', { example: '62812', description: 'The first five digits of a prefix; null for others' })
  prefix!: string | null;
  @ApiProperty({
    enum: FRAUD_MODES,
    example: 'enforce',
    description: '`shadow`: it only tells what it would block',
  })
  mode!: FraudMode;
  @ApiProperty({ type: 'integer', example: 24, description: 'Sends that the rule counted' }) sends!: number;
  @ApiProperty({ type: 'integer', example: 21, description: 'Phones among them' }) phones!: number;
  @ApiProperty({ ...TIME, description: 'When the block began' }) started_at!: string;
  @ApiProperty({ ...TIME, description: 'When it ends by itself' }) ends_at!: string;
}

export const FRAUD_WEBHOOK: WebhookTexts = {
  event: 'fraud.detected',
  about: 'Sends of the account look like fraud. In the mode `enforce` further ones are blocked.',
  aboutId: 'Pengiriman akun tampak seperti penipuan. Dengan mode `enforce`, pengiriman serupa diblokir.',
  Data: FraudDetectedData,
};

export const fraudEventOf = (block: FraudBlock): FraudDetectedData => ({
  block_id: block.id,
  rule: block.rule,
  subject: block.subject,
  prefix: block.digits,
  mode: block.mode,
  sends: block.sends,
  phones: block.phones,
  started_at: block.startedAt.toISOString(),
  ends_at: block.endsAt.toISOString(),
});

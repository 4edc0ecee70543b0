import type { WebhookTexts } from '../platform/openapi/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
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
  @Field('Id of the block, which you need to lift it', { example: 7 }) block_id!: number;
  @Field('The rule that triggered it', { enum: FRAUD_RULES, example: 'low_conversion' }) rule!: FraudRule;
  @Field('What the sends have in common', { enum: BLOCK_SUBJECTS, example: 'prefix' }) subject!: BlockSubject;
  @OrNull('string', 'First five digits if the subject is a prefix; null otherwise', { example: '62812' })
  prefix!: string | null;
  @Field('`shadow`: Sandi only reports what it would block', { enum: FRAUD_MODES, example: 'enforce' })
  mode!: FraudMode;
  @Field('Sends that the rule counted', { example: 24 }) sends!: number;
  @Field('Phones among them', { example: 21 }) phones!: number;
  @Field('When the block began', { ...TIME }) started_at!: string;
  @Field('When it ends automatically', { ...TIME }) ends_at!: string;
}

export const FRAUD_WEBHOOK: WebhookTexts = {
  event: 'fraud.detected',
  about: 'Sends of the account look like fraud. In the mode `enforce`, further sends are blocked.',
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

import { SPEND_CAP_MAX } from '../../platform/access/principal.js';
import { Check, isWhole, orAbsent } from '../../platform/http/index.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';

const CAP = { minimum: 0, maximum: SPEND_CAP_MAX, example: 500_000 } as const;

export const SPEND_CAP_SAVED = { id: 'Batas belanja disimpan.', en: 'The spend cap was saved.' };

export class SpendCapDto extends ConfirmedDto {
  @OrNull('integer', 'Credits that all live keys together may spend a day; 0: none; null: no limit', {
    ...CAP,
  })
  @Check('parameter_missing', (value) => value !== undefined)
  @Check('parameter_invalid', orAbsent(isWhole(CAP.minimum, CAP.maximum)))
  spend_cap!: number | null;
}

export class SpendCapView {
  @OrNull('integer', 'Credits a day, in the time zone of the service; null: no limit', { ...CAP })
  spend_cap!: number | null;
  @Field('Charges less refunds, since the first message of the day', { example: 84_000 })
  spent_today!: number;
  @LocalTime('When the next day begins') resets_at!: string;
}

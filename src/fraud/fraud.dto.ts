import { ApiProperty } from '@nestjs/swagger';
import { Check, isOneOf, isWhole, matches, optional } from '../platform/http/index.js';
import {
  CursorPageOf,
  CursorQuery,
  IdField,
  OptionalField,
  RequiredField,
} from '../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import { Phone, PHONE_PATTERN } from '../platform/text/phone.rules.js';
import { type ListName, LISTS } from './fraud.entities.js';
import {
  BLOCK_SUBJECTS,
  type BlockSubject,
  FRAUD_LIMIT_NAMES,
  FRAUD_LIMITS,
  FRAUD_MODES,
  FRAUD_RULES,
  type FraudLimit,
  type FraudLimits,
  type FraudMode,
  type FraudRule,
} from './fraud.rules.js';

export const LIST_ENTRIES_MAX = 1000;

const MODE_ABOUT = '`shadow`: only reports what it would block; `enforce`: blocks';
const LIMIT_ABOUT: Readonly<Record<FraudLimit, string>> = {
  window_minutes: 'The rules count the sends of this many minutes',
  prefix_sends_max:
    'This many sends to one prefix (the phone without its last four digits) trigger a block if too few convert. Not used while the account reports no conversions',
  conversion_percent_min:
    'A lower percentage of phones with a right code is too few. Sends of the last two minutes do not count',
  sequential_phones_max:
    'This many different phones among a hundred neighbouring numbers trigger a block, unless they convert',
  device_phones_max: 'This many phones with one `client.device_id` trigger a block, unless they convert',
  address_phones_max:
    'This many phones with one `client.ip`, or with one network and user agent, trigger a block, unless they convert. Five times as many for one network (/24 or /48), and if the account reports no conversions',
  volume_factor:
    'An hour with more sends than this factor times an eighth of the busiest day of the week before is a sudden volume. It blocks nothing, but halves the other limits for an hour',
};

const LimitField = (name: FraudLimit) => {
  const { min, max, usual } = FRAUD_LIMITS[name];
  return OptionalField(isWhole(min, max), {
    type: 'integer',
    nullable: true,
    minimum: min,
    maximum: max,
    example: usual,
    description: `${LIMIT_ABOUT[name]}. null: the default`,
  });
};

const LimitView = (name: FraudLimit) =>
  ApiProperty({ type: 'integer', example: FRAUD_LIMITS[name].usual, description: LIMIT_ABOUT[name] });

/** Replaces all settings: what is missing or null counts as for every account. */
export class FraudSettingsDto implements Partial<Record<FraudLimit, number | null>> {
  @OptionalField(isOneOf(FRAUD_MODES), {
    type: 'string',
    nullable: true,
    enum: [...FRAUD_MODES, null],
    example: 'enforce',
    description: `${MODE_ABOUT}. null: the default`,
  })
  mode?: FraudMode | null;
  @LimitField('window_minutes') window_minutes?: number | null;
  @LimitField('prefix_sends_max') prefix_sends_max?: number | null;
  @LimitField('conversion_percent_min') conversion_percent_min?: number | null;
  @LimitField('sequential_phones_max') sequential_phones_max?: number | null;
  @LimitField('device_phones_max') device_phones_max?: number | null;
  @LimitField('address_phones_max') address_phones_max?: number | null;
  @LimitField('volume_factor') volume_factor?: number | null;
}

const SETTING_NAMES = ['mode', ...FRAUD_LIMIT_NAMES] as const;

export class FraudSettingsView implements FraudLimits {
  @Field(MODE_ABOUT, { enum: FRAUD_MODES, example: 'shadow' }) mode!: FraudMode;
  @LimitView('window_minutes') window_minutes!: number;
  @LimitView('prefix_sends_max') prefix_sends_max!: number;
  @LimitView('conversion_percent_min') conversion_percent_min!: number;
  @LimitView('sequential_phones_max') sequential_phones_max!: number;
  @LimitView('device_phones_max') device_phones_max!: number;
  @LimitView('address_phones_max') address_phones_max!: number;
  @LimitView('volume_factor') volume_factor!: number;
  @Field('The settings that were set here; the others are defaults', {
    enum: SETTING_NAMES,
    isArray: true,
    example: ['mode'],
  })
  set!: (typeof SETTING_NAMES)[number][];
}

export class FraudBlockQuery extends CursorQuery {
  @OptionalField(isOneOf(['true', 'false']), {
    enum: ['true', 'false'],
    description: '`true`: only current blocks; `false`: only blocks that ended or were lifted',
  })
  active?: 'true' | 'false';
}

export class AdminFraudBlockQuery extends FraudBlockQuery {
  @IdField('Only blocks of this account') user_id?: number;
}

export class FraudBlockView {
  @Field('Id of the block, which you need to lift it', { example: 7 }) id!: number;
  @Field('The rule that triggered it. `sudden_volume` blocks nothing, but halves the other limits', {
    enum: FRAUD_RULES,
    example: 'low_conversion',
  })
  rule!: FraudRule;
  @Field(
    'What the sends have in common. `agent`: network, user agent, platform and version of the app; `account`: the whole account',
    { enum: BLOCK_SUBJECTS, example: 'prefix' },
  )
  subject!: BlockSubject;
  @OrNull('string', 'First five digits if the subject is a prefix; null otherwise', { example: '62812' })
  prefix!: string | null;
  @Field('The mode when the block began', { enum: FRAUD_MODES, example: 'shadow' }) mode!: FraudMode;
  @Field('Sends that the rule counted', { example: 24 }) sends!: number;
  @Field('Phones among them', { example: 21 }) phones!: number;
  @OrNull('integer', 'Percentage of the phones with a right code; null: no phone could be rated', {
    example: 0,
  })
  conversion_percent!: number | null;
  @Field('Sends that it has blocked since, or would have blocked in shadow mode', { example: 130 })
  stopped!: number;
  @Field('Whether it is in effect now', { type: 'boolean', example: true }) active!: boolean;
  @LocalTime('When it began') started_at!: string;
  @LocalTime('When it ends by itself: after an hour, doubled up to a day each time it returns')
  ends_at!: string;
  @LocalTimeOrNull('When it was lifted; null: it was not') lifted_at!: string | null;
}

export class FraudBlockPage extends CursorPageOf(FraudBlockView) {}

class AdminFraudBlockView extends FraudBlockView {
  @ApiProperty({ type: 'integer', example: 3 }) user_id!: number;
  @OrNull('string', 'null: the account was erased', { example: 'toko_budi' }) username!: string | null;
}

export class AdminFraudBlockPage extends CursorPageOf(AdminFraudBlockView) {}

/** The first digits of a phone, `08…` or `628…`: 5 to 11 from `62` on. */
const PREFIX_PATTERN = '^(?:0|62)8[0-9]{2,8}$';

export class FraudListEntryDto {
  @RequiredField(isOneOf(LISTS), {
    enum: LISTS,
    example: 'block',
    description: '`allow`: no rule blocks it; `block`: always blocked, in both modes',
  })
  list!: ListName;

  @Field('The phone; only its fingerprint and mask are stored. Either this or `prefix`', {
    required: false,
    example: '081234567890',
    minLength: 10,
    pattern: PHONE_PATTERN,
  })
  @Check('phone_invalid', optional((value) => typeof value === 'string' && Phone.parse(value) !== undefined))
  phone?: string;

  @OptionalField(matches(new RegExp(PREFIX_PATTERN)), {
    type: 'string',
    example: '0812345',
    pattern: PREFIX_PATTERN,
    description:
      'The first digits of phones; only its fingerprint and first five digits are stored. Either this or `phone`',
  })
  prefix?: string;
}

export class FraudListEntryView {
  @Field('Id of the entry, which you need to remove it', { example: 7 }) id!: number;
  @Field('Whether it is always allowed or blocked', { enum: LISTS, example: 'block' }) list!: ListName;
  @OrNull('string', 'The mask of a phone; null for a prefix', { example: '6281****7890' })
  phone!: string | null;
  @OrNull('string', 'The first five digits of a prefix; null for a phone', { example: null })
  prefix!: string | null;
  @OrNull('integer', 'Number of digits of the prefix; null for a phone', { example: null })
  prefix_length!: number | null;
  @LocalTime() created_at!: string;
}

export class FraudListsView {
  @Field('Newest first', { type: [FraudListEntryView], maxItems: LIST_ENTRIES_MAX })
  items!: FraudListEntryView[];
}

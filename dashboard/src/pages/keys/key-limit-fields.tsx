import { Checkbox, NumberInput, Stack } from '@mantine/core';
import type { ApiKey } from '../../api/api-keys';
import { RupiahInput } from '../../components/rupiah-input';
import { useTranslations } from '../../i18n';

/** Values of the fields; empty: no limit. */
export type KeyLimitValues = {
  daily_cap: string | number;
  spend_cap: string | number;
  rate_per_minute: string | number;
  allowed_operations: string[];
};

type Operation = ApiKey['allowed_operations'][number];
const OPERATIONS = ['send', 'check', 'read'] as const satisfies Operation[];

export const NO_LIMITS: KeyLimitValues = {
  daily_cap: '',
  spend_cap: '',
  rate_per_minute: '',
  allowed_operations: [...OPERATIONS],
};

export const isEverything = (operations: readonly string[]) =>
  OPERATIONS.every((operation) => operations.includes(operation));

export const limitsOf = (key: ApiKey): KeyLimitValues => ({
  daily_cap: key.daily_cap ?? '',
  spend_cap: key.spend_cap ?? '',
  rate_per_minute: key.rate_per_minute ?? '',
  allowed_operations: key.allowed_operations,
});

/** Values for the API. */
export const limitsFrom = (values: KeyLimitValues) => ({
  daily_cap: values.daily_cap === '' ? null : Number(values.daily_cap),
  spend_cap: values.spend_cap === '' ? null : Number(values.spend_cap),
  rate_per_minute: values.rate_per_minute === '' ? null : Number(values.rate_per_minute),
  allowed_operations: isEverything(values.allowed_operations)
    ? null
    : OPERATIONS.filter((operation) => values.allowed_operations.includes(operation)),
});

interface Props {
  field: (name: keyof KeyLimitValues) => object;
}

export function KeyLimitFields({ field }: Props) {
  const t = useTranslations('keys');
  const counts = { min: 1, clampBehavior: 'none', allowDecimal: false, allowNegative: false } as const;
  return (
    <>
      <NumberInput
        label={t('create.cap')}
        description={t('create.capHint')}
        {...counts}
        {...field('daily_cap')}
      />
      <RupiahInput
        label={t('create.spendCap')}
        description={t('create.spendCapHint')}
        {...field('spend_cap')}
      />
      <NumberInput
        label={t('create.rate')}
        description={t('create.rateHint')}
        {...counts}
        {...field('rate_per_minute')}
      />
      <Checkbox.Group label={t('create.operations')} {...field('allowed_operations')}>
        <Stack gap="xs" mt={6}>
          {OPERATIONS.map((operation) => (
            <Checkbox
              key={operation}
              value={operation}
              label={t(`operation.${operation}`)}
              description={t(`create.${operation}Hint`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}

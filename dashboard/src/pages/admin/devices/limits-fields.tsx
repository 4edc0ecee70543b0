import { NumberInput, Radio, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { Hint } from '../../../components/hint';
import { useTranslations } from '../../../i18n';
import type { DeviceFields } from './device-fields';
import type { LimitsChoice } from './device-values';
import { LIMIT_NAMES } from './limit-names';

interface Props {
  isNew: boolean;
  fields: DeviceFields;
}

export function LimitsFields({ isNew, fields: { form, field } }: Props) {
  const t = useTranslations('admin.deviceForm');
  const choices: readonly LimitsChoice[] = isNew ? ['usual', 'own'] : ['keep', 'usual', 'own'];
  const [choice, setChoice] = useState<LimitsChoice>(isNew ? 'usual' : 'keep');
  form.watch('limits', ({ value }) => setChoice(value));
  return (
    <Stack>
      <Radio.Group label={t('limits')} {...field('limits')}>
        <Stack gap="xs" mt="xs">
          {choices.map((each) => (
            <Radio key={each} value={each} label={t(`limitsChoice.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Hint role="status">{t(choice === 'own' && isNew ? 'limitsText.ownNew' : `limitsText.${choice}`)}</Hint>
      {choice === 'own' && <OwnLimits field={field} />}
    </Stack>
  );
}

function OwnLimits({ field }: Pick<DeviceFields, 'field'>) {
  const t = useTranslations('admin.limits');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {LIMIT_NAMES.map((name) => (
        <NumberInput label={t(name)} min={1} allowDecimal={false} allowNegative={false} {...field(name)} />
      ))}
    </SimpleGrid>
  );
}

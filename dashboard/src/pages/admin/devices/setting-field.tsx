import { JsonInput, NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '../../../api/schemas';
import { useTranslations } from '../../../i18n';
import type { DeviceFields } from './device-fields';
import { useDriverWords } from './use-driver-words';

interface Props {
  driver: string;
  setting: Schemas['DriverSettingView'];
  field: ReturnType<DeviceFields['field']>;
}

/** A pattern that lists choices, such as `^(on|off)$`. */
const CHOICE = /^\^\((\w+(?:\|\w+)+)\)\$$/;

/** Input for a setting of a driver. */
export function SettingField({ driver, setting, field }: Props) {
  const t = useTranslations('admin.deviceForm');
  const words = useDriverWords();
  const { name, example, pattern, type, default: usual } = setting;
  const choices = CHOICE.exec(pattern)?.[1]?.split('|');
  const hint =
    usual === null || usual === '' ? t('example', { example }) : t('usual', { value: words.choice(usual) });
  const shared = {
    label: words.label(driver, name),
    description: `${words.hint(driver, setting)} ${hint}`,
    required: usual === null,
    ...field,
  };
  if (type === 'object')
    return (
      <JsonInput
        formatOnBlur
        autosize
        minRows={4}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...shared}
      />
    );
  return choices ? (
    <NativeSelect
      data={choices.map((value) => ({ value, label: words.choice(value) }))}
      maw={280}
      {...shared}
    />
  ) : (
    <TextInput spellCheck={false} autoCapitalize="none" {...shared} />
  );
}

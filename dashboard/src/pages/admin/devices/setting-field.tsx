import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { components } from '../../../api/schema';
import type { DeviceFields } from './device-fields';

interface Props {
  setting: components['schemas']['DriverSettingView'];
  field: ReturnType<DeviceFields['field']>;
}

/** A choice between some words, such as `^(on|off)$`. */
const CHOICE = /^\^\((\w+(?:\|\w+)+)\)\$$/;

/** A setting of a driver, as the driver describes it: in Indonesian, whatever the language of the page. */
export function SettingField({ setting, field }: Props) {
  const t = useTranslations('admin.deviceForm');
  const { name, description, example, pattern, default: usual } = setting;
  const choices = CHOICE.exec(pattern)?.[1]?.split('|');
  const hint = usual === null || usual === '' ? t('example', { example }) : t('usual', { value: usual });
  const shared = {
    label: name,
    description: (
      <>
        <span lang="id">{description}</span> ({hint})
      </>
    ),
    required: usual === null,
    ...field,
  };
  return choices ? (
    <NativeSelect data={choices} maw={280} {...shared} />
  ) : (
    <TextInput spellCheck={false} autoCapitalize="none" {...shared} />
  );
}

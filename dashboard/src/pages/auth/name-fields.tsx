import { TextInput } from '@mantine/core';
import { useTranslations } from '../../i18n';

/** Name and username of a new login. */
export function NameFields({ field }: { field: (name: 'name' | 'username') => object }) {
  const t = useTranslations('auth');
  return (
    <>
      <TextInput label={t('name')} autoComplete="name" required {...field('name')} />
      <TextInput
        label={t('username')}
        description={t('usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        required
        {...field('username')}
      />
    </>
  );
}

import { Group, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { auth } from './api';
import { DoorForm } from './door-form';
import { NewPasswordField } from './new-password-field';
import { useLogIn } from './use-log-in';

const route = getRouteApi('/signed-out/register');

export function RegisterPage() {
  const t = useTranslations('auth');
  const { next } = route.useSearch();
  const logIn = useLogIn();
  const { field, ...form } = useApiForm({
    initialValues: { name: '', username: '', email: '', password: '' },
    submit: async (body) => logIn(await auth.register(body), next),
  });
  return (
    <>
      <PageHeader title={t('register.title')} />
      <DoorForm {...form} submit={t('login.register')}>
        <TextInput label={t('name')} autoComplete="name" required {...field('name')} />
        <TextInput
          label={t('username')}
          description={t('usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          required
          {...field('username')}
        />
        <TextInput label={t('email')} type="email" autoComplete="email" required {...field('email')} />
        <NewPasswordField {...field('password')} />
      </DoorForm>
      <Group gap={6} mt="lg">
        <Text size="sm">{t('register.hasAccount')}</Text>
        <TextLink to="/login" search={{ next }} size="sm">
          {t('login.title')}
        </TextLink>
      </Group>
    </>
  );
}

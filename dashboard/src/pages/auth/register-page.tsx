import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ErrorState } from '../../components/error-state';
import { TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { PasswordField } from '../../components/password-field';
import { useApiForm } from '../../components/use-api-form';
import { auth } from './api';
import { useLogIn } from './use-log-in';
import { usePasswordHint } from './use-password-hint';

const route = getRouteApi('/signed-out/register');

export function RegisterPage() {
  const t = useTranslations('auth');
  const { next } = route.useSearch();
  const logIn = useLogIn();
  const passwordHint = usePasswordHint();
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { name: '', username: '', email: '', password: '' },
    submit: async (body) => logIn(await auth.register(body), next),
  });
  return (
    <>
      <PageHeader title={t('register.title')} description={t('tagline')} />
      <form noValidate onSubmit={onSubmit}>
        <Stack>
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
          <PasswordField
            label={t('password')}
            description={passwordHint}
            autoComplete="new-password"
            required
            {...field('password')}
          />
          {formError && <ErrorState error={formError} />}
          <Button type="submit" size="md" loading={isPending}>
            {t('register.submit')}
          </Button>
        </Stack>
      </form>
      <Group gap={6} mt="lg">
        <Text size="sm">{t('register.hasAccount')}</Text>
        <TextLink to="/login" search={{ next }} size="sm">
          {t('register.login')}
        </TextLink>
      </Group>
    </>
  );
}

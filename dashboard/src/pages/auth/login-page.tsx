import { Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { settingsQuery } from '../../api/settings';
import { TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { PasswordField } from '../../components/password-field';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { auth } from './api';
import { AuthForm } from './auth-form';
import { GoogleLink } from './google-link';
import { challengeOf, SecondStep } from './second-step';
import { useLogIn } from './use-log-in';

const route = getRouteApi('/signed-out/login');

export function LoginPage() {
  const t = useTranslations('auth');
  const { next } = route.useSearch();
  const logIn = useLogIn();
  const [challenge, setChallenge] = useState<string | null>(null);
  const { field, ...form } = useApiForm({
    initialValues: { username: '', password: '' },
    submit: async (body) => {
      try {
        await logIn(await auth.logIn(body), next);
      } catch (error) {
        const asked = challengeOf(error);
        if (asked === null) throw error;
        setChallenge(asked);
      }
    },
  });
  if (challenge !== null)
    return <SecondStep challenge={challenge} next={next} onRestart={() => setChallenge(null)} />;
  return (
    <>
      <PageHeader title={t('login.title')} />
      <AuthForm {...form} submit={t('login.title')}>
        <TextInput
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          required
          {...field('username')}
        />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          required
          {...field('password')}
        />
      </AuthForm>
      <OtherWays next={next} />
    </>
  );
}

/** Waits for the settings, so that the Google button does not shift the links. */
function OtherWays({ next }: { next: string | undefined }) {
  const t = useTranslations('auth.login');
  const { data, isFetched } = useQuery(settingsQuery);
  if (!isFetched) return null;
  const googleClientId = data?.google_client_id ?? null;
  return (
    <>
      {googleClientId !== null && (
        <>
          <Divider my="md" label={t('or')} />
          <GoogleLink clientId={googleClientId} next={next} />
        </>
      )}
      <Stack gap="xs" mt="lg">
        <TextLink to="/forgot-password" size="sm">
          {t('forgot')}
        </TextLink>
        {data?.registration === 'open' && (
          <Group gap={6}>
            <Text size="sm">{t('noAccount')}</Text>
            <TextLink to="/register" search={{ next }} size="sm">
              {t('register')}
            </TextLink>
          </Group>
        )}
      </Stack>
    </>
  );
}

import { Alert, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forgetLinkToken, linkToken } from '../../api/link-token';
import { settingsQuery, useSettings } from '../../api/settings';
import { ErrorState } from '../../components/error-state';
import { TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { auth, invitedQuery } from './api';
import { AuthForm } from './auth-form';
import { GoogleLink } from './google-link';
import { NameFields } from './name-fields';
import { NewPasswordField } from './new-password-field';
import { useLogIn } from './use-log-in';

const route = getRouteApi('/signed-out/register');

const PAGE = '/register';

/** Open registration, or registration by invitation. */
export function RegisterPage() {
  const t = useTranslations('auth');
  const { next } = route.useSearch();
  const [invitation] = useState(() => linkToken(PAGE));
  const { isFetched } = useQuery(settingsQuery);
  const { isPending } = useQuery({ ...invitedQuery(invitation ?? ''), enabled: invitation !== undefined });
  // Waits for all data: later parts would shift the layout.
  const isReady = isFetched && (invitation === undefined || !isPending);
  return (
    <>
      <PageHeader title={t('register.title')} />
      {isReady && (
        <>
          <FormByMode next={next} invitation={invitation} />
          <Group gap={6} mt="lg">
            <Text size="sm">{t('register.hasAccount')}</Text>
            <TextLink to="/login" search={{ next }} size="sm">
              {t('login.title')}
            </TextLink>
          </Group>
        </>
      )}
    </>
  );
}

/** The form that fits the registration mode. */
function FormByMode({ next, invitation }: Props) {
  const t = useTranslations('auth.register');
  const mode = useSettings()?.registration ?? 'open';
  if (mode === 'closed') return <Alert>{t('closed')}</Alert>;
  if (invitation !== undefined) return <Invited next={next} invitation={invitation} />;
  return mode === 'invite' ? <Alert>{t('inviteOnly')}</Alert> : <RegisterForm next={next} />;
}

interface Props {
  next: string | undefined;
  invitation?: string | undefined;
  /** The invited email address. */
  email?: string;
}

/** Registration with the invited email address. */
function Invited({ next, invitation }: Props & { invitation: string }) {
  const t = useTranslations('auth.login');
  const { data, error } = useQuery(invitedQuery(invitation));
  const clientId = useQuery(settingsQuery).data?.google_client_id ?? null;
  const isOpen = useSettings()?.registration === 'open';
  useEffect(() => {
    if (error !== null) forgetLinkToken(PAGE);
  }, [error]);
  if (error !== null)
    return (
      <Stack>
        <ErrorState error={error} />
        {isOpen && <RegisterForm next={next} />}
      </Stack>
    );
  if (data === undefined) return null;
  return (
    <>
      <RegisterForm next={next} invitation={invitation} email={data.email} />
      {clientId !== null && (
        <>
          <Divider my="md" label={t('or')} />
          <GoogleLink clientId={clientId} next={next} invitation={invitation} />
        </>
      )}
    </>
  );
}

function RegisterForm({ next, invitation, email = '' }: Props) {
  const t = useTranslations('auth');
  const logIn = useLogIn();
  const { field, ...form } = useApiForm({
    initialValues: { name: '', username: '', email, password: '' },
    submit: async (body) => {
      const session = await auth.register({ ...body, invitation });
      forgetLinkToken(PAGE);
      return logIn(session, next);
    },
  });
  return (
    <AuthForm {...form} submit={t('login.register')}>
      <NameFields field={field} />
      <TextInput
        label={t('email')}
        description={invitation === undefined ? undefined : t('register.invitedEmail')}
        type="email"
        autoComplete="email"
        required
        readOnly={invitation !== undefined}
        {...field('email')}
      />
      <NewPasswordField {...field('password')} />
    </AuthForm>
  );
}

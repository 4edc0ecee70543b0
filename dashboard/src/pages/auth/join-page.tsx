import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetLinkToken, linkToken } from '../../api/link-token';
import { ErrorState } from '../../components/error-state';
import { PageHeader } from '../../components/page-header';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { auth, joinedQuery } from './api';
import { AuthForm } from './auth-form';
import { NameFields } from './name-fields';
import { NewPasswordField } from './new-password-field';
import { useLogIn } from './use-log-in';

const PAGE = '/join';

/** Target of the link in an invitation to an account. */
export function JoinPage() {
  const t = useTranslations('members.join');
  const [token] = useState(() => linkToken(PAGE));
  return token === undefined ? (
    <>
      <PageHeader title={t('short')} />
      <Alert>{t('noLink')}</Alert>
    </>
  ) : (
    <Invited token={token} />
  );
}

function Invited({ token }: { token: string }) {
  const t = useTranslations('members');
  const { data, error } = useQuery(joinedQuery(token));
  if (error !== null)
    return (
      <>
        <PageHeader title={t('join.short')} />
        <ErrorState error={error} />
      </>
    );
  if (data === undefined) return null;
  const { account, role, email } = data;
  return (
    <>
      <PageHeader title={t('join.title', { account })} />
      <Stack>
        <Text size="sm">{t('join.text', { role: t(`roles.${role}`), about: t(`about.${role}`) })}</Text>
        <JoinForm token={token} email={email} />
      </Stack>
    </>
  );
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations('auth');
  const join = useTranslations('members.join');
  const logIn = useLogIn();
  const { field, ...form } = useApiForm({
    initialValues: { name: '', username: '', password: '' },
    submit: async (body) => {
      const session = await auth.join({ token, ...body });
      forgetLinkToken(PAGE);
      return logIn(session);
    },
  });
  return (
    <AuthForm {...form} submit={join('submit')}>
      <TextInput label={t('email')} type="email" value={email} readOnly />
      <NameFields field={field} />
      <NewPasswordField {...field('password')} />
    </AuthForm>
  );
}

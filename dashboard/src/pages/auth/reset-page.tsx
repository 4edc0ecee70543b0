import { Alert, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetLinkToken, linkToken } from '../../api/link-token';
import { ButtonLink, TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { TONES } from '../../components/tones';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { auth, resetPreviewQuery } from './api';
import { AuthForm } from './auth-form';
import { NewPasswordField } from './new-password-field';

const PAGE = '/reset-password';

/** Target of the link in the email. The token can be edited, because the email also shows it for typing. */
export function ResetPage() {
  const t = useTranslations('auth');
  const [token] = useState(() => linkToken(PAGE) ?? '');
  const [isDone, setDone] = useState(false);
  const [typed, setTyped] = useState(token);
  const { field, ...form } = useApiForm({
    initialValues: { token, password: '' },
    submit: auth.reset,
    onDone: () => {
      forgetLinkToken(PAGE);
      setDone(true);
    },
    onValuesChange: (values) => setTyped(values.token.trim()),
  });
  if (isDone)
    return (
      <>
        <PageHeader title={t('reset.title')} />
        <Stack>
          <Alert role="status" icon={<IconCheck aria-hidden />}>
            {t('reset.done')}
          </Alert>
          <ButtonLink to="/login">{t('login.title')}</ButtonLink>
        </Stack>
      </>
    );
  return (
    <>
      <PageHeader title={t('reset.title')} />
      <AuthForm {...form} submit={t('reset.submit')}>
        <TextInput label={t('reset.token')} autoComplete="off" required {...field('token')} />
        <NewPasswordField {...field('password')} />
        <Consequences token={typed} />
      </AuthForm>
      <TextLink to="/login" size="sm" mt="lg" display="inline-block">
        {t('forgot.back')}
      </TextLink>
    </>
  );
}

/** Warns if the reset also deletes keys and webhooks, because somebody else may have created the account. */
function Consequences({ token }: { token: string }) {
  const t = useTranslations('auth.reset');
  const { data } = useQuery(resetPreviewQuery(token));
  if (!data?.ends_everything) return null;
  return (
    <Alert color={TONES.attention} role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {t('endsEverything')}
    </Alert>
  );
}

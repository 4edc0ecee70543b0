import { Anchor, Text, TextInput } from '@mantine/core';
import { ApiError } from '../../api/api-error';
import { PageHeader } from '../../components/page-header';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { auth } from './api';
import { AuthForm } from './auth-form';
import { useLogIn } from './use-log-in';

interface Props {
  challenge: string;
  next: string | undefined;
  onRestart: () => void;
}

/** Second step of a login: the code of the authenticator app. */
export function SecondStep({ challenge, next, onRestart }: Props) {
  const t = useTranslations('auth.secondStep');
  const logIn = useLogIn();
  const { field, ...form } = useApiForm({
    initialValues: { code: '' },
    submit: async ({ code }) => logIn(await auth.secondStep({ challenge, code }), next),
  });
  return (
    <>
      <PageHeader title={t('title')} />
      <AuthForm
        {...form}
        submit={t('submit')}
        after={
          <Anchor component="button" type="button" size="sm" onClick={onRestart}>
            {t('restart')}
          </Anchor>
        }
      >
        <Text size="sm">{t('text')}</Text>
        <TextInput
          label={t('code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          required
          data-autofocus
          autoFocus
          {...field('code')}
        />
      </AuthForm>
    </>
  );
}

/** The challenge for the second step; null if the login failed. */
export function challengeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null;
  return error.failure.challenge ?? null;
}

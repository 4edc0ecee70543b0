import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { client, unwrap } from '../../api/client';
import { ErrorState } from '../../components/error-state';
import { ButtonLink, TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { PasswordField } from '../../components/password-field';
import { useApiForm } from '../../components/use-api-form';
import { usePasswordHint } from './use-password-hint';

const route = getRouteApi('/signed-out/reset-password');

/** Where the mail's link leads. Its token can be seen and mended, since the mail offers it for typing too. */
export function ResetPage() {
  const t = useTranslations('auth');
  const { token = '' } = route.useSearch();
  const passwordHint = usePasswordHint();
  const [isDone, setDone] = useState(false);
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { token, password: '' },
    submit: (body) => unwrap(client.POST('/api/auth/reset-password', { body })),
    onDone: () => setDone(true),
  });
  if (isDone)
    return (
      <>
        <PageHeader title={t('reset.title')} />
        <Stack>
          <Alert role="status" icon={<IconCheck aria-hidden />}>
            {t('reset.done')}
          </Alert>
          <ButtonLink to="/login">{t('login.submit')}</ButtonLink>
        </Stack>
      </>
    );
  return (
    <>
      <PageHeader title={t('reset.title')} />
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          <TextInput label={t('reset.token')} autoComplete="off" required {...field('token')} />
          <PasswordField
            label={t('password')}
            description={passwordHint}
            autoComplete="new-password"
            required
            {...field('password')}
          />
          {formError && <ErrorState error={formError} />}
          <Button type="submit" size="md" loading={isPending}>
            {t('reset.submit')}
          </Button>
        </Stack>
      </form>
      <TextLink to="/login" size="sm" mt="lg" display="inline-block">
        {t('forgot.back')}
      </TextLink>
    </>
  );
}

import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState } from '../../components/error-state';
import { TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { useApiForm } from '../../components/use-api-form';
import { auth } from './api';

export function ForgotPage() {
  const t = useTranslations('auth');
  const [isSent, setSent] = useState(false);
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { email: '' },
    submit: auth.forgot,
    onDone: () => setSent(true),
  });
  return (
    <>
      <PageHeader title={t('forgot.title')} description={t('forgot.explanation')} />
      {isSent ? (
        <Alert role="status" icon={<IconMail aria-hidden />}>
          {t('forgot.sent')}
        </Alert>
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <Stack>
            <TextInput label={t('email')} type="email" autoComplete="email" required {...field('email')} />
            {formError && <ErrorState error={formError} />}
            <Button type="submit" size="md" loading={isPending}>
              {t('forgot.submit')}
            </Button>
          </Stack>
        </form>
      )}
      <TextLink to="/login" size="sm" mt="lg" display="inline-block">
        {t('forgot.back')}
      </TextLink>
    </>
  );
}

import { Alert, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { auth } from './api';
import { AuthForm } from './auth-form';

export function ForgotPage() {
  const t = useTranslations('auth');
  const [isSent, setSent] = useState(false);
  const { field, ...form } = useApiForm({
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
        <AuthForm {...form} submit={t('forgot.submit')}>
          <TextInput label={t('email')} type="email" autoComplete="email" required {...field('email')} />
        </AuthForm>
      )}
      <TextLink to="/login" size="sm" mt="lg" display="inline-block">
        {t('forgot.back')}
      </TextLink>
    </>
  );
}

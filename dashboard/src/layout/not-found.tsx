import { ButtonLink } from '../components/links';
import { PageHeader } from '../components/page-header';
import { useTranslations } from '../i18n';
import { AuthLayout } from './auth-layout';

/** For unknown addresses, and for pages that this account may not see. */
export function NotFound() {
  const t = useTranslations('common.failure');
  return (
    <AuthLayout>
      <PageHeader title={t('notFound')} description={t('notFoundText')} />
      <ButtonLink to="/">{t('toHome')}</ButtonLink>
    </AuthLayout>
  );
}

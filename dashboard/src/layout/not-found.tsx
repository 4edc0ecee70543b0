import { ButtonLink } from '../components/links';
import { PageHeader } from '../components/page-header';
import { useTranslations } from '../i18n';
import { Door } from './door';

/** For an address that no route has, and for one that this account may not see. */
export function NotFound() {
  const t = useTranslations('common.failure');
  return (
    <Door>
      <PageHeader title={t('notFound')} description={t('notFoundText')} />
      <ButtonLink to="/">{t('toHome')}</ButtonLink>
    </Door>
  );
}

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOnline } from '../api/connection';
import { ErrorState } from '../components/error-state';
import { ButtonLink } from '../components/links';
import { PageHeader } from '../components/page-header';
import { useTranslations } from '../i18n';
import { AuthLayout } from './auth-layout';

/** Replaces a page that could not be loaded or drawn. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('common.failure');
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useWhenOnlineAgain(retry);
  return (
    <>
      <PageHeader title={t('page')} />
      <ErrorState error={error} retry={retry} />
    </>
  );
}

function useWhenOnlineAgain(work: () => void): void {
  const isOnline = useOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) work();
    wasOnline.current = isOnline;
  });
}

/** Like {@link RouteError}, for errors outside the layout. */
export function LayoutError(props: ErrorComponentProps) {
  return (
    <AuthLayout>
      <RouteError {...props} />
    </AuthLayout>
  );
}

export const NotFound = () => (
  <AuthLayout>
    <NotFoundPage />
  </AuthLayout>
);

/** The page for unknown addresses, and for pages that the user's role does not allow. */
export function NotFoundPage() {
  const t = useTranslations('common.failure');
  return (
    <>
      <PageHeader title={t('notFound')} description={t('notFoundText')} />
      <ButtonLink to="/">{t('toHome')}</ButtonLink>
    </>
  );
}

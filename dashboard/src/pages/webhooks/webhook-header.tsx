import type { ComponentProps } from 'react';
import { TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { useTranslations } from '../../i18n';

/** The header of a webhook's page. Also shown while loading, and if the webhook does not exist. */
export function WebhookHeader(more: Omit<ComponentProps<typeof PageHeader>, 'title'>) {
  const t = useTranslations('webhooks.one');
  return (
    <>
      <TextLink to="/webhooks" size="sm">
        {t('back')}
      </TextLink>
      <PageHeader title={t('title')} {...more} />
    </>
  );
}

import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../components/links';

const route = getRouteApi('/signed-in/webhooks/$id');

/** To what is older, and back to the newest; the log goes on at its top, so that its pages have no numbers. */
export function DeliveryPager({ next }: { next: number | null }) {
  const t = useTranslations('webhooks.log');
  const { id } = route.useParams();
  const { cursor, ...filter } = route.useSearch();
  if (cursor === undefined && next === null) return null;
  const to = { to: '/webhooks/$id', params: { id }, variant: 'default', size: 'sm' } as const;
  return (
    <Group component="nav" aria-label={t('pages')} justify="space-between" mt="md">
      {cursor === undefined ? (
        <span />
      ) : (
        <ButtonLink {...to} search={filter}>
          {t('newest')}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink {...to} search={{ ...filter, cursor: next }}>
          {t('older')}
        </ButtonLink>
      )}
    </Group>
  );
}

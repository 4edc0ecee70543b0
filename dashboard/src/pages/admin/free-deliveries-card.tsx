import { Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { Loaded } from '../../components/loaded';
import { Section } from '../../components/section';
import { BlockSkeleton } from '../../components/skeletons';
import { Figures } from './figures';

type Whose = { user_id: number } | { device_id: number };

const freeQuery = (query: Whose) =>
  queryOptions({
    queryKey: [...keys.free, query],
    queryFn: () => unwrap(client.GET('/api/admin/free-deliveries', { params: { query } })),
  });

/** What an account did not pay, or a device cost, for messages that arrived after they were refunded. */
export function FreeDeliveriesCard({ of }: { of: Whose }) {
  const t = useTranslations('admin.free');
  return (
    <Section title={t('title')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('text')}
        </Text>
        <Loaded query={useQuery(freeQuery(of))} skeleton={<BlockSkeleton height={53} />}>
          {({ today, last_30_days: lastDays }) => (
            <Figures
              figures={[
                { label: t('today'), value: today.deliveries },
                { label: t('lastDays'), value: lastDays.deliveries },
                { label: t('credits'), value: lastDays.credits },
              ]}
              cols={3}
            />
          )}
        </Loaded>
      </Stack>
    </Section>
  );
}

import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Hint } from '../../components/hint';
import { Loaded } from '../../components/loaded';
import { Section } from '../../components/section';
import { useTranslations } from '../../i18n';
import { freeDeliveriesQuery, type Whose } from './api';
import { Figures } from './figures';

/** Messages that were delivered after a refund, of an account or a device. */
export function FreeDeliveriesCard({ of }: { of: Whose }) {
  const t = useTranslations('admin.free');
  return (
    <Section title={t('title')}>
      <Stack>
        <Hint>{t('text')}</Hint>
        <Loaded query={useQuery(freeDeliveriesQuery(of))} height={53}>
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

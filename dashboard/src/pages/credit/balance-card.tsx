import { Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { isLow } from '../../api/credit';
import type { components } from '../../api/schema';
import { useSettings } from '../../api/settings';
import { Hint } from '../../components/hint';
import { Money } from '../../components/money';
import { useFormat } from '../../i18n/use-format';

/** The balance, and what it is enough for. */
export function BalanceCard({ credit }: { credit: components['schemas']['AccountCreditView'] }) {
  const t = useTranslations('credit');
  const price = useSettings()?.price;
  const { rupiah } = useFormat();
  return (
    <Stack gap="xs">
      <Group gap="xs" c="dimmed">
        <IconWallet size={20} stroke={1.7} aria-hidden />
        <Title order={2} fz="md" fw={500} c="dimmed">
          {t('balance')}
        </Title>
      </Group>
      <Text fz={34} lh={1.2} fw={650}>
        <Money value={credit.credit_balance} />
      </Text>
      {isLow(credit) && (
        <Group gap={6} c="var(--mantine-color-error)" wrap="nowrap">
          <IconAlertTriangle size={18} aria-hidden />
          <Text size="sm" fw={600}>
            {t('low', { threshold: rupiah(credit.low_threshold ?? 0) })}
          </Text>
        </Group>
      )}
      <Text size="sm">
        {price === undefined
          ? '\u00a0'
          : t('enoughFor', { count: Math.floor(credit.credit_balance / price) })}
      </Text>
      <Hint>{t('topUp')}</Hint>
    </Stack>
  );
}

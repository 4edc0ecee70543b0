import { Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import { type Credit, isLow } from '../../api/credit';
import { usePrice } from '../../api/prices';
import { EnoughFor } from '../../components/enough-for';
import { Hint } from '../../components/hint';
import { Money } from '../../components/money';
import { useFormat, useTranslations } from '../../i18n';

/** Longer estimates are shown as “more than a year”. */
const DAYS_MAX = 365;

export function BalanceCard({ credit }: { credit: Credit }) {
  const t = useTranslations('credit');
  const price = usePrice('whatsapp');
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
        <EnoughFor balance={credit.credit_balance} price={price} />
      </Text>
      <Runway spending={credit.spending} />
    </Stack>
  );
}

/** How long the balance lasts at the recent pace, or why there is no estimate. */
function Runway({ spending }: Pick<Credit, 'spending'>) {
  const t = useTranslations('credit.runway');
  const { rupiah } = useFormat();
  if (spending === null) return <Hint>{t('tooFew')}</Hint>;
  const { days, credits, lasts_days: lasts } = spending;
  if (lasts === null) return <Hint>{t('idle', { days })}</Hint>;
  return (
    <div>
      <Text size="sm">{lasts > DAYS_MAX ? t('years') : t('lasts', { days: lasts })}</Text>
      <Hint>{t('pace', { mean: rupiah(Math.round(credits / days)), days })}</Hint>
    </div>
  );
}

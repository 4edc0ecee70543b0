import { Badge, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { TONES } from '../../../components/tones';
import { useTranslations } from '../../../i18n';
import type { Driver } from './api';
import classes from './driver-picker.module.css';
import { useDriverWords } from './use-driver-words';

interface Props {
  drivers: readonly Driver[];
  chosen: Driver;
  onChoose: (name: string) => void;
}

const ABILITIES = ['reports_delivery', 'signed_callbacks', 'lookup', 'check_number', 'copy_code'] as const;

/** Selects the driver of a new device. */
export function DriverPicker({ drivers, chosen, onChoose }: Props) {
  const t = useTranslations('admin.deviceForm');
  return (
    <Section title={t('driver')}>
      <Radio.Group value={chosen.name} onChange={onChoose} aria-label={t('driver')}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {drivers.map((driver) => (
            <DriverCard key={driver.name} driver={driver} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {chosen.experimental && <Hint mt="md">{t('experimentalText')}</Hint>}
    </Section>
  );
}

function DriverCard({ driver }: { driver: Driver }) {
  const t = useTranslations('admin.deviceForm');
  const words = useDriverWords();
  const { name, experimental, capabilities } = driver;
  const abilities = ABILITIES.filter((ability) => capabilities[ability]);
  return (
    <Radio.Card value={name} className={classes.card}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Radio.Indicator aria-hidden />
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600}>{words.title(driver)}</Text>
            {experimental && (
              <Badge variant="light" color={TONES.attention} size="sm" tt="none">
                {t('experimental')}
              </Badge>
            )}
          </Group>
          <Hint>{abilities.map((ability) => t(`abilities.${ability}`)).join(' · ')}</Hint>
        </Stack>
      </Group>
    </Radio.Card>
  );
}

import { Button, Group, Stack } from '@mantine/core';
import { DocsLink } from '../../components/docs-link';
import { Hint } from '../../components/hint';
import { useTranslations } from '../../i18n';

/** A selection of the test numbers. */
const NUMBERS = [
  ['delivered', '628000000001'],
  ['slow', '628000000002'],
  ['failed', '628000000003'],
  ['late', '628000000004'],
  ['silent', '628000000005'],
  ['unknown', '628000000006'],
  ['refused', '628000000008'],
  ['limited', '628000000022'],
  ['noCredit', '628000000033'],
  ['noDevice', '628000000036'],
] as const;

/** Buttons for test numbers; a click fills in the number. */
export function TestNumbers({ onPick }: { onPick: (phone: string) => void }) {
  const t = useTranslations('send.testNumbers');
  return (
    <Stack gap={6} role="group" aria-label={t('title')}>
      <Hint>{t('text')}</Hint>
      <Group gap={6}>
        {NUMBERS.map(([timeline, phone]) => (
          <Button
            key={phone}
            size="compact-sm"
            variant="default"
            fw={400}
            title={phone}
            onClick={() => onPick(phone)}
          >
            {t(timeline)}
          </Button>
        ))}
      </Group>
      <DocsLink to="/docs#/OTP/sendOtp" size="xs">
        {t('all')}
      </DocsLink>
    </Stack>
  );
}

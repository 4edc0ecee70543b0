import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CodeBlock } from '../../../components/code-block';
import { Facts } from '../../../components/facts';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { useFormat } from '../../../i18n/use-format';
import type { Device } from './api';

/** What has to be entered at the gateway. */
export function CallbackCard({ device }: { device: Device }) {
  const t = useTranslations('admin.device.callback');
  const { time } = useFormat();
  const secret = t(device.webhook_secret_set ? 'secretOwn' : 'secretShared');
  return (
    <Section title={t('title')}>
      <Stack>
        <Hint>{t('text')}</Hint>
        <CodeBlock label={t('url')} code={device.callback_url} />
        <CodeBlock label={t('token')} code={device.verify_token} />
        {device.old_callback_until && (
          <Text size="sm">{t('oldUntil', { until: time(device.old_callback_until) })}</Text>
        )}
        <Facts facts={[{ label: t('secret'), value: secret }]} />
      </Stack>
    </Section>
  );
}

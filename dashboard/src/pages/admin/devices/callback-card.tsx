import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../../components/code-block';
import { Facts } from '../../../components/facts';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { TimeAgo } from '../../../components/time-ago';
import { useFormat, useTranslations } from '../../../i18n';
import type { Device, Driver } from './api';
import { signingKeyOf } from './signing-key.rules';

/** Values to enter at the gateway. */
export function CallbackCard({ device, driver }: { device: Device; driver: Driver | undefined }) {
  const t = useTranslations('admin.device.callback');
  const { time } = useFormat();
  const isSigned = driver?.capabilities.signed_callbacks ?? false;
  const { first_callback_at: first } = device;
  // A device that reported before `first_callback_at` existed counts as called.
  const isCalled = first !== null || device.last_receipt_at === null;
  const isShared = signingKeyOf(device.driver) === 'shared';
  const secret = device.webhook_secret_set ? 'secretOwn' : isShared ? 'secretShared' : 'secretMissing';
  return (
    <Section title={t('title')}>
      <Stack>
        <Hint>{t('text')}</Hint>
        <CodeBlock label={t('url')} code={device.callback_url} />
        <CodeBlock label={t('token')} code={device.verify_token} />
        {device.old_callback_until && (
          <Text size="sm">{t('oldUntil', { until: time(device.old_callback_until) })}</Text>
        )}
        <Facts
          facts={[
            ...(isSigned ? [{ label: t('secret'), value: t(secret) }] : []),
            ...(isCalled
              ? [{ label: t('first'), value: first ? <TimeAgo value={first} /> : t('firstNone') }]
              : []),
          ]}
        />
      </Stack>
    </Section>
  );
}

import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconHourglass, IconPlayerPause } from '@tabler/icons-react';
import { healthOf, type Webhook } from '../../api/webhooks';
import { STATE_TONES, TONES } from '../../components/tones';
import { WriteButton } from '../../components/write-guard';
import { useFormat, useTranslations } from '../../i18n';

interface Props {
  webhook: Webhook;
  onActivate: () => void;
}

/** Explains the problem of a webhook; nothing if it is healthy. */
export function HealthNotice({ webhook, onActivate }: Props) {
  const t = useTranslations('webhooks.notice');
  const format = useFormat();
  const health = healthOf(webhook);
  if (health === 'well') return null;
  if (health === 'untested' || health === 'unreliable') {
    const { success_share: share } = webhook.health;
    return (
      <Alert
        color={TONES[STATE_TONES.webhook[health]]}
        title={
          health === 'untested'
            ? t('untestedTitle')
            : t('unreliableTitle', { share: format.percent(share ?? 0) })
        }
        icon={health === 'untested' ? <IconHourglass aria-hidden /> : <IconAlertTriangle aria-hidden />}
      >
        {t(health)}
      </Alert>
    );
  }
  if (health === 'failing' || health === 'retrying') {
    const isAlarm = health === 'failing';
    const { failures } = webhook.health;
    return (
      <Alert
        color={isAlarm ? TONES.attention : TONES.waiting}
        title={t(isAlarm ? 'failingTitle' : 'retryingTitle', { failures })}
        icon={isAlarm ? <IconAlertTriangle aria-hidden /> : <IconHourglass aria-hidden />}
      >
        {t(health, { time: format.time(webhook.failing_since ?? '') })}
      </Alert>
    );
  }
  const isDisabled = health === 'disabled';
  return (
    <Alert
      color={isDisabled ? TONES.broken : TONES.off}
      title={t(isDisabled ? 'disabledTitle' : 'inactiveTitle')}
      icon={isDisabled ? <IconAlertTriangle aria-hidden /> : <IconPlayerPause aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(webhook.disabled_reason === null ? 'inactive' : `reasons.${webhook.disabled_reason}`)}
        </Text>
        <WriteButton needs="updateWebhook" size="xs" variant="default" onClick={onActivate}>
          {t('activate')}
        </WriteButton>
      </Stack>
    </Alert>
  );
}

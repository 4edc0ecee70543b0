import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeBlock } from '../../../components/code-block';
import { ErrorState } from '../../../components/error-state';
import { Hint } from '../../../components/hint';
import { ButtonLink } from '../../../components/links';
import { TONES } from '../../../components/tones';
import { useTranslations } from '../../../i18n';
import { type Device, type Driver, useDeviceChanges } from './api';
import { callbackCommand } from './callback-command.rules';
import { newSigningKey, signingKeyOf } from './signing-key.rules';
import { useDriverWords } from './use-driver-words';

interface Props {
  device: Device;
  driver: Driver;
}

/** Set-up step: callback address and signing key. */
export function CallbackStep({ device, driver }: Props) {
  /** The new key; it is shown only once. */
  const [key, setKey] = useState<string | null>(null);
  return (
    <Stack gap="sm">
      {driver.capabilities.signed_callbacks && signingKeyOf(driver.name) !== 'token' && (
        <Key device={device} isNew={key !== null} onMade={setKey} />
      )}
      <Address device={device} driver={driver} signingKey={key} />
    </Stack>
  );
}

/** Drivers whose callback address is entered by hand. */
const PLACES = ['http', 'meta', 'fonnte', 'wablas', 'android_sms', 'http_sms', 'telegram'] as const;

/** The command of the gateway if it has one, otherwise the values to enter. */
function Address({ device, driver, signingKey }: Props & { signingKey: string | null }) {
  const t = useTranslations('admin.setup.callback');
  const words = useDriverWords();
  const command = callbackCommand(device, signingKey);
  const place = PLACES.find((name) => name === device.driver);
  if (command !== null)
    return (
      <>
        <Text size="sm">{t('command', { driver: words.title(driver) })}</Text>
        <CodeBlock label={t('terminal')} code={command} />
      </>
    );
  return (
    <>
      {place && <Text size="sm">{t(`at.${place}`)}</Text>}
      <CodeBlock label={t('title')} code={device.callback_url} />
      {device.driver === 'meta' && <CodeBlock label={t('token')} code={device.verify_token} />}
      {signingKey !== null && <CodeBlock label={t('key.label')} code={signingKey} />}
    </>
  );
}

interface KeyProps {
  device: Device;
  isNew: boolean;
  onMade: (key: string) => void;
}

function Key({ device, isNew, onMade }: KeyProps) {
  const t = useTranslations('admin.setup.callback.key');
  if (isNew) return <Text size="sm">{t('made')}</Text>;
  const whose = signingKeyOf(device.driver);
  const isMissing = !device.webhook_secret_set && whose !== 'shared';
  return (
    <>
      {isMissing ? (
        <Alert color={TONES.attention} icon={<IconAlertTriangle aria-hidden />}>
          {t(whose === 'gateway' ? 'missingOfGateway' : 'missing')}
        </Alert>
      ) : (
        <Hint>{t(device.webhook_secret_set ? 'own' : 'shared')}</Hint>
      )}
      {whose === 'gateway' ? <EnterKey device={device} /> : <MakeKey device={device} onMade={onMade} />}
    </>
  );
}

/** Stores the key before it is shown, so that the service accepts what the gateway signs. */
function MakeKey({ device: { id, driver, webhook_secret_set: isSet }, onMade }: Omit<KeyProps, 'isNew'>) {
  const t = useTranslations('admin.setup.callback.key');
  const { update } = useDeviceChanges();
  const make = useMutation({
    mutationFn: async () => {
      const key = newSigningKey(driver);
      await update(id, { webhook_secret: key });
      return key;
    },
    onSuccess: onMade,
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant={isSet ? 'default' : 'light'}
        leftSection={<IconKey size={18} aria-hidden />}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        {t(isSet ? 'replace' : 'make')}
      </Button>
      {make.error && <ErrorState error={make.error} />}
    </Stack>
  );
}

function EnterKey({ device: { id } }: Pick<KeyProps, 'device'>) {
  const t = useTranslations('admin.setup.callback.key');
  return (
    <Group>
      <ButtonLink variant="default" to="/admin/devices/$id/edit" params={{ id: String(id) }}>
        {t('enter')}
      </ButtonLink>
    </Group>
  );
}

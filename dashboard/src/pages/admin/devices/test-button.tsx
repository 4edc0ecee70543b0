import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { notify } from '../../../components/notify';
import { useErrorText } from '../../../i18n/error-text';
import { useFormat } from '../../../i18n/use-format';
import { type Device, useDeviceChanges } from './api';

/** Asks the gateway whether the device is connected; nothing is sent to a phone. */
export function TestButton({ device: { id } }: { device: Device }) {
  const t = useTranslations('admin.device');
  const errorText = useErrorText();
  const { duration } = useFormat();
  const { test } = useDeviceChanges();
  const { mutate, isPending } = useMutation({
    mutationFn: () => test(id),
    onSuccess: ({ connected, detail, duration_ms: ms }) =>
      notify({
        color: connected ? 'teal' : 'red',
        message: connected
          ? t('testConnected', { duration: duration(ms / 1000) })
          : t('testDisconnected', { detail: detail ?? t('noDetail') }),
      }),
    onError: (error) => notify({ color: 'red', message: errorText(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconPlugConnected size={18} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('test')}
    </Button>
  );
}

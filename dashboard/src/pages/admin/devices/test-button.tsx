import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { notify } from '../../../components/notify';
import { STATE_TONES } from '../../../components/tones';
import { useErrorText, useFormat, useTranslations } from '../../../i18n';
import { type Device, useDeviceChanges } from './api';

/** Tests the connection to the gateway; sends no message. */
export function TestButton({ device: { id } }: { device: Device }) {
  const t = useTranslations('admin.device');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const { duration } = useFormat();
  const { test } = useDeviceChanges();
  const { mutate, isPending } = useMutation({
    mutationFn: () => test(id),
    onSuccess: ({ finding, detail, duration_ms: ms }) => {
      const isWell = finding === 'connected';
      const found = isWell ? t('testConnected', { duration: duration(ms / 1000) }) : t(`finding.${finding}`);
      const said = isWell || detail === null ? '' : ` ${common('gatewayNote', { words: detail })}`;
      notify(found + said, STATE_TONES.finding[finding]);
    },
    onError: (error) => notify(errorText(error), 'broken'),
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

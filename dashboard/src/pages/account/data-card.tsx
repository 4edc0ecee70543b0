import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { saveFile } from '../../components/save-stream';
import { Section } from '../../components/section';
import { useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useErrorText, useFormat, useTranslations } from '../../i18n';
import { type Closing, closingQuery, useAccountRequests } from './api';

const FILE_NAME = 'sandi-account.tar.gz';

/** Download of all data, and the request to close the account. */
export function DataCard() {
  const t = useTranslations('account.data');
  const errorText = useErrorText();
  const { download } = useAccountRequests();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await (await download()).blob(), FILE_NAME),
    onSuccess: () => notify(t('exported')),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  return (
    <Section title={t('title')}>
      <Stack gap="md" align="flex-start">
        <Text size="sm">{t('text')}</Text>
        <WriteButton variant="default" loading={isPending} onClick={() => mutate()}>
          {t('export')}
        </WriteButton>
        <Loaded query={useQuery(closingQuery)}>{(closing) => <ClosingRequest closing={closing} />}</Loaded>
      </Stack>
    </Section>
  );
}

function ClosingRequest({ closing }: { closing: Closing }) {
  const t = useTranslations('account.data');
  const format = useFormat();
  const errorText = useErrorText();
  const dialog = useDialog();
  const { askClosing, cancelClosing } = useAccountRequests();
  const { mutate, isPending } = useMutation({
    mutationFn: cancelClosing,
    onSuccess: () => notify(t('cancelled')),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  if (closing.requested_at !== null)
    return (
      <Group gap="sm">
        <Text size="sm">{t('requested', { time: format.time(closing.requested_at) })}</Text>
        <WriteButton variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
          {t('cancel')}
        </WriteButton>
      </Group>
    );
  return (
    <>
      <WriteButton variant="default" onClick={() => dialog.open(true)}>
        {t('close')}
      </WriteButton>
      <ConfirmDialog
        dialog={dialog}
        title={t('closeTitle')}
        confirm={t('close')}
        isDangerous
        action={askClosing}
      >
        {t('closeText')}
      </ConfirmDialog>
    </>
  );
}

import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { LedgerSearch } from '../../components/ledger-search';
import { notify } from '../../components/notify';
import { saveStream } from '../../components/save-stream';
import { WriteButton } from '../../components/write-guard';
import { useErrorText, useTranslations } from '../../i18n';
import { exportLedger } from './api';

const FILE_NAME = 'sandi-ledger.csv';

/** Downloads the filtered entries. */
export function ExportButton({ search }: { search: LedgerSearch }) {
  const t = useTranslations('credit.ledger');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveStream(await exportLedger(search), FILE_NAME),
    onSuccess: (rows) => notify(t('exported', { count: rows })),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  return (
    <WriteButton
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('export')}
    </WriteButton>
  );
}

import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../components/error-state';
import { Hint } from '../../components/hint';
import { notify } from '../../components/notify';
import { saveStream } from '../../components/save-stream';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { exportHistory } from './api';
import type { HistorySearch } from './search';

/** The file name of the response header is not available on a Blob. */
const FILE_NAME = 'sandi-history.csv';

/** Downloads the filtered history while the page is open. Show `download` with {@link ExportProgress}. */
export function useExport(search: HistorySearch) {
  const t = useTranslations('history.export');
  const [rows, setRows] = useState(0);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const download = useMutation({
    mutationFn: async () => {
      abort.current = new AbortController();
      setRows(0);
      try {
        return await saveStream(await exportHistory(search, abort.current.signal), FILE_NAME, setRows);
      } catch (error) {
        // Cancelling is not an error.
        if (abort.current.signal.aborted) return null;
        throw error;
      }
    },
    onSuccess: (count) => {
      if (count !== null) notify(t('done', { rows: count }));
    },
  });
  return { ...download, rows, cancel: () => abort.current?.abort() };
}

export type Export = ReturnType<typeof useExport>;

export function ExportButton({ download }: { download: Export }) {
  const t = useTranslations('history.export');
  return (
    <WriteButton
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('start')}
    </WriteButton>
  );
}

/** Progress or failure of a download. `total`: count of the list; null if unknown. */
export function ExportProgress({ download, total }: { download: Export; total: number | null }) {
  const t = useTranslations('history.export');
  if (download.isError)
    return (
      <Stack gap="xs" mb="md">
        <ErrorState error={download.error} retry={() => download.mutate()} />
        <Hint>{t('failed')}</Hint>
      </Stack>
    );
  if (!download.isPending) return null;
  return (
    <Group mb="md" wrap="nowrap" role="status">
      <Stack gap={4} flex={1}>
        <Text size="sm">
          {t('running')}{' '}
          {total === null
            ? t('rowsSoFar', { rows: download.rows })
            : t('rows', { rows: download.rows, total: Math.max(total, download.rows) })}
        </Text>
        {total !== null && (
          <Progress
            value={total > 0 ? Math.min(100, (download.rows / total) * 100) : 0}
            aria-label={t('running')}
          />
        )}
      </Stack>
      <Button size="xs" variant="default" onClick={download.cancel}>
        {t('cancel')}
      </Button>
    </Group>
  );
}

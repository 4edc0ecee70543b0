import { Alert, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../api/webhooks';
import { DialogForm } from '../../components/dialog-form';
import { DialogModal } from '../../components/dialog-modal';
import { notify } from '../../components/notify';
import { useApiForm } from '../../components/use-api-form';
import type { Dialog } from '../../components/use-dialog';
import { useFormat, useTranslations } from '../../i18n';
import { useWebhookChanges } from './api';

const HOUR_MS = 3_600_000;
const AGES_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS } as const;

type Age = keyof typeof AGES_MS;
type Since = Age | 'failing';

/** Sends failed deliveries again, from a given time. */
export function ReplayModal({ dialog }: { dialog: Dialog<Webhook> }) {
  const t = useTranslations('webhooks.replay');
  return (
    <DialogModal dialog={dialog} title={t('title')}>
      {(webhook) => <ReplayForm webhook={webhook} onClose={dialog.close} />}
    </DialogModal>
  );
}

function ReplayForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations('webhooks.replay');
  const format = useFormat();
  const { replaySince } = useWebhookChanges();
  const [soFar, setSoFar] = useState(0);
  const failingSince = webhook.failing_since;
  const initial: Since = failingSince === null ? 'day' : 'failing';
  const { field, ...form } = useApiForm({
    initialValues: { since: initial },
    submit: ({ since }) =>
      replaySince(
        webhook,
        since === 'failing' && failingSince !== null ? format.instant(failingSince) : ago(since as Age),
      ),
    onDone: ({ replayed, has_more: hasMore }) => {
      const count = soFar + replayed;
      if (hasMore) return setSoFar(count);
      notify(t('done', { count }));
      onClose();
    },
  });
  return (
    <DialogForm {...form} submit={t(soFar > 0 ? 'goOn' : 'submit')} onCancel={onClose}>
      <Text>{t('text')}</Text>
      <Radio.Group label={t('since')} {...field('since')}>
        <Stack gap="xs" mt={6}>
          {failingSince !== null && (
            <Radio value="failing" label={t('failing', { time: format.time(failingSince) })} />
          )}
          {(Object.keys(AGES_MS) as Age[]).map((age) => (
            <Radio key={age} value={age} label={t(`ages.${age}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {soFar > 0 && <Alert role="status">{t('more', { count: soFar })}</Alert>}
    </DialogForm>
  );
}

const ago = (age: Age) => new Date(Date.now() - AGES_MS[age]);

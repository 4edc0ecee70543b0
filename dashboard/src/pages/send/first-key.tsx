import { Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewApiKey } from '../../api/api-keys';
import { keys } from '../../api/keys';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { ButtonLink } from '../../components/links';
import { usePasswordConfirmation } from '../../components/password-confirmation';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { makeTestKey } from './api';

/** Shown without a usable key: creates a free test key. */
export function FirstKey({ onMade }: { onMade: (key: NewApiKey) => void }) {
  const t = useTranslations('send.keys');
  const queryClient = useQueryClient();
  const confirmed = usePasswordConfirmation();
  const make = useMutation({
    mutationFn: () => confirmed((password) => makeTestKey(t('name'), password)),
    onSuccess: async (key) => {
      onMade(key);
      await queryClient.invalidateQueries({ queryKey: keys.apiKeys });
    },
  });
  return (
    <EmptyState
      icon={IconKey}
      title={t('title')}
      text={t('text')}
      action={
        <Stack gap="sm" align="center">
          <Group justify="center" gap="sm">
            <WriteButton needs="createApiKey" loading={make.isPending} onClick={() => make.mutate()}>
              {t('make')}
            </WriteButton>
            <ButtonLink variant="default" to="/keys">
              {t('manage')}
            </ButtonLink>
          </Group>
          {make.error && <ErrorState error={make.error} />}
        </Stack>
      }
    />
  );
}

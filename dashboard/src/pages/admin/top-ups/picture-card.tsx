import { Button, FileButton, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { dataUrlOf } from '../../../api/top-ups';
import { ErrorState } from '../../../components/error-state';
import { Hint } from '../../../components/hint';
import { notify } from '../../../components/notify';
import { Section } from '../../../components/section';
import { TopUpPicture } from '../../../components/top-up-picture';
import { useTranslations } from '../../../i18n';
import { useTopUps } from './api';

/** Payment picture. The service checks the file type by its bytes. */
export function PictureCard({ hasPicture }: { hasPicture: boolean }) {
  const t = useTranslations('admin.topUps.picture');
  const { setPicture, removePicture } = useTopUps();
  const set = useMutation({
    mutationFn: async (file: File) => setPicture((await dataUrlOf(file)).split(',')[1] ?? ''),
    onSuccess: () => notify(t('saved')),
  });
  const remove = useMutation({
    mutationFn: () => removePicture(),
    onSuccess: () => notify(t('removed')),
  });
  const error = set.error ?? remove.error;
  return (
    <Section title={t('title')}>
      <Stack gap="md">
        <Hint>{t('text')}</Hint>
        {hasPicture && <TopUpPicture alt={t('shown')} />}
        {error && <ErrorState error={error} />}
        <Group gap="sm">
          <FileButton
            accept="image/png,image/jpeg"
            // Allows selecting the same file again.
            inputProps={{ onClick: ({ currentTarget }) => (currentTarget.value = '') }}
            onChange={(file) => {
              remove.reset();
              if (file) set.mutate(file);
            }}
          >
            {(props) => (
              <Button variant="default" loading={set.isPending} {...props}>
                {t(hasPicture ? 'replace' : 'choose')}
              </Button>
            )}
          </FileButton>
          {hasPicture && (
            <Button
              variant="subtle"
              loading={remove.isPending}
              onClick={() => {
                set.reset();
                remove.mutate();
              }}
            >
              {t('remove')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}

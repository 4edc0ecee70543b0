import { Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';

interface Props {
  submit: string;
  isPending: boolean;
  onCancel: () => void;
}

/** The last line of a form in a dialog. What has been sent cannot be cancelled. */
export function FormButtons({ submit, isPending, onCancel }: Props) {
  const t = useTranslations('common.actions');
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel} disabled={isPending}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isPending}>
        {submit}
      </Button>
    </Group>
  );
}

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';

interface Props {
  submit: string;
  isPending: boolean;
  onCancel: () => void;
}

/** The last line of a form in a dialog. */
export function FormButtons({ submit, isPending, onCancel }: Props) {
  const t = useTranslations('common.actions');
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isPending}>
        {submit}
      </Button>
    </Group>
  );
}

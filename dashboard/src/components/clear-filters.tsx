import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslations } from '../i18n';

export function ClearFilters({ onClear }: { onClear: () => void }) {
  const t = useTranslations('lists');
  return (
    <Button variant="subtle" leftSection={<IconFilterOff size={18} aria-hidden />} onClick={onClear}>
      {t('clearFilters')}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useTranslations } from '../i18n';
import { EmptyState } from './empty-state';

/** A page after the last one, for example from an old link. */
export function PageOutOfRange({ onFirst }: { onFirst: () => void }) {
  const t = useTranslations('lists.pastEnd');
  const toFirst = (
    <Button variant="default" onClick={onFirst}>
      {t('first')}
    </Button>
  );
  return <EmptyState icon={IconListSearch} title={t('title')} text={t('text')} action={toFirst} />;
}

import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../components/empty-state';
import { PagedList } from '../../components/paged-list';

export type AdminListProps<Item> = ComponentProps<typeof PagedList<Item>>;

/** A page of a list. One that is past the end of it says so: the list is not empty. */
export function AdminList<Item>({ empty, ...list }: AdminListProps<Item>) {
  const isPastEnd = (list.query.data?.total ?? 0) > 0;
  return <PagedList {...list} empty={isPastEnd ? <PastEnd onFirst={() => list.onPage(1)} /> : empty} />;
}

function PastEnd({ onFirst }: { onFirst: () => void }) {
  const t = useTranslations('admin.list');
  const toFirst = (
    <Button variant="default" onClick={onFirst}>
      {t('firstPage')}
    </Button>
  );
  return <EmptyState icon={IconListSearch} title={t('pastEnd')} text={t('pastEndText')} action={toFirst} />;
}

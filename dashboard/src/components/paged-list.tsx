import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageSize } from '../api/search';
import { useTranslations } from '../i18n';
import { EmptyState } from './empty-state';
import { Loaded } from './loaded';
import { Pager } from './pager';

interface ListPage<Item> {
  items: Item[];
  page: number;
  limit: number;
  total: number;
}

export interface PagedListProps<Item> {
  query: UseQueryResult<ListPage<Item>>;
  /** Rows of the skeleton. */
  rows?: number;
  empty: ReactNode;
  onPage: (page: number) => void;
  onLimit?: (limit: PageSize) => void;
  /** `total` counts the items of all pages. */
  children: (items: readonly Item[], total: number) => ReactNode;
}

/** A page of a list with a pager, or its empty state. */
export function PagedList<Item>({ query, rows, ...props }: PagedListProps<Item>) {
  return (
    <Loaded query={query} rows={rows}>
      {(page) => <CountedPage {...props} {...page} isBusy={query.isPlaceholderData} />}
    </Loaded>
  );
}

type CountedPageProps<Item> = Omit<PagedListProps<Item>, 'query' | 'rows'> &
  ListPage<Item> & { isBusy: boolean };

export function CountedPage<Item>({
  items,
  total,
  page,
  limit,
  isBusy,
  empty,
  onPage,
  onLimit,
  children,
}: CountedPageProps<Item>) {
  return (
    <div aria-busy={isBusy}>
      {items.length > 0 && children(items, total)}
      {items.length === 0 && (total > 0 ? <PageOutOfRange onFirst={() => onPage(1)} /> : empty)}
      <Pager {...{ page, limit, total, onPage, onLimit }} />
    </div>
  );
}

/** A page after the last one, for example from an old link. */
function PageOutOfRange({ onFirst }: { onFirst: () => void }) {
  const t = useTranslations('lists.pastEnd');
  const toFirst = (
    <Button variant="default" onClick={onFirst}>
      {t('first')}
    </Button>
  );
  return <EmptyState icon={IconListSearch} title={t('title')} text={t('text')} action={toFirst} />;
}

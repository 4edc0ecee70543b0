import { Button, Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PAGE_SIZES } from '../api/search';
import { useFormat, useTranslations } from '../i18n';
import { Hint } from './hint';
import { Loaded } from './loaded';
import { CountedPage, type PagedListProps } from './paged-list';
import { SizeField } from './pager';

interface FilteredListPage<Item> {
  items: Item[];
  page: number;
  limit: number;
  /** Null if the list has no total. */
  total: number | null;
  next_cursor?: number | null;
  searched_until?: string | null;
  /** Number of matches; only on the first page of a list without a total. */
  found?: number | null;
  found_more?: boolean;
}

export interface FilteredListProps<Item> extends Omit<PagedListProps<Item>, 'query' | 'children'> {
  query: UseQueryResult<FilteredListPage<Item>>;
  /** Cursor of the page; undefined is the first. */
  after: number | undefined;
  onAfter: (cursor: number | undefined) => void;
  children: (items: readonly Item[], total: number | null) => ReactNode;
}

/** A list with a total and page numbers, or a filtered list with cursors. */
export function FilteredList<Item>(props: FilteredListProps<Item>) {
  const { query, rows, after, onAfter, ...others } = props;
  const found = useMatchCount(query.data);
  return (
    <Loaded query={query} rows={rows}>
      {({ total, next_cursor: next = null, searched_until: until = null, ...page }) =>
        total === null ? (
          <div aria-busy={query.isPlaceholderData}>
            {found !== null && found.count > 0 && <MatchCountHint {...found} />}
            {page.items.length > 0 && props.children(page.items, null)}
            {page.items.length === 0 && until === null && props.empty}
            {until !== null && <SearchedUntil time={until} hasFound={page.items.length > 0} />}
            <Steps
              {...{ after, next, onAfter }}
              isSearching={until !== null}
              limit={page.limit}
              onLimit={others.onLimit}
            />
          </div>
        ) : (
          <CountedPage {...others} {...page} total={total} isBusy={query.isPlaceholderData} />
        )
      }
    </Loaded>
  );
}

interface MatchCount {
  count: number;
  hasMore: boolean;
}

/** Keeps the number of matches of the first page for the following pages. */
function useMatchCount(page: FilteredListPage<unknown> | undefined): MatchCount | null {
  const [known, setKnown] = useState<MatchCount | null>(null);
  const count = page?.found ?? null;
  const hasMore = page?.found_more ?? false;
  if (count !== null && (known?.count !== count || known.hasMore !== hasMore)) setKnown({ count, hasMore });
  return known;
}

function MatchCountHint({ count, hasMore }: MatchCount) {
  const t = useTranslations('lists.table');
  return <Hint mb="xs">{t(hasMore ? 'foundMore' : 'found', { count })}</Hint>;
}

function SearchedUntil({ time, hasFound }: { time: string; hasFound: boolean }) {
  const t = useTranslations('lists.table');
  const format = useFormat();
  return (
    <Hint role="status" ta="center" mt="md">
      {t(hasFound ? 'searchedUntil' : 'nothingUntil', { time: format.time(time) })}
    </Hint>
  );
}

interface StepsProps extends Pick<FilteredListProps<unknown>, 'after' | 'onAfter' | 'onLimit'> {
  next: number | null;
  /** The search has not gone through all messages yet. */
  isSearching: boolean;
  limit: number;
}

function Steps({ after, next, onAfter, onLimit, limit, isSearching }: StepsProps) {
  const t = useTranslations('lists.table');
  // With a larger page size, all matches may fit on one page.
  if (after === undefined && next === null && limit === PAGE_SIZES[0]) return null;
  return (
    <Group component="nav" aria-label={t('pagination')} justify="space-between" mt="md" gap="sm">
      <Button variant="default" size="sm" disabled={after === undefined} onClick={() => onAfter(undefined)}>
        {t('first')}
      </Button>
      {onLimit && <SizeField limit={limit} onLimit={onLimit} />}
      <Button
        variant="default"
        size="sm"
        disabled={next === null}
        onClick={() => next !== null && onAfter(next)}
      >
        {t(isSearching ? 'searchOn' : 'next')}
      </Button>
    </Group>
  );
}

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
  /** Null where nobody counts. */
  total: number | null;
  next_cursor?: number | null;
  searched_until?: string | null;
  /** How many match, of the first page of a list that is not counted. */
  found?: number | null;
  found_more?: boolean;
}

export interface FilteredListProps<Item> extends Omit<PagedListProps<Item>, 'query' | 'children'> {
  query: UseQueryResult<FilteredListPage<Item>>;
  /** Where the page begins; none is the first. */
  after: number | undefined;
  onAfter: (cursor: number | undefined) => void;
  children: (items: readonly Item[], total: number | null) => ReactNode;
}

/** A list that is counted and has page numbers, or is narrowed by what nobody counts and goes on step by step. */
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

/** The first page brings the count of all; the pages after it keep it. */
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
  /** The next step looks further, rather than at what is known to be there. */
  isSearching: boolean;
  limit: number;
}

function Steps({ after, next, onAfter, onLimit, limit, isSearching }: StepsProps) {
  const t = useTranslations('lists.table');
  // All that is found may stand on one page because that was made larger.
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

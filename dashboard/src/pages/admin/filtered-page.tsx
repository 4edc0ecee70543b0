import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Paged } from '../../api/search';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { PagedList, type PagedListProps } from '../../components/paged-list';
import { Surface } from '../../components/surface';
import { type FilterField, FilterForm } from './filter-form';
import { type Filters, isFiltered } from './search';

interface Props<Search, Item> {
  /** Of the messages that name what is listed. */
  area: 'messages' | 'audit';
  icon: Icon;
  fields: readonly FilterField[];
  /** What the address says. */
  search: Search;
  read: (written: Filters) => Search;
  onSearch: (search: Search) => void;
  query: PagedListProps<Item>['query'];
  children: (items: readonly Item[]) => ReactNode;
}

/** A list of what comes in all the time, narrowed and paged by the address. */
export function FilteredPage<Search extends Paged, Item>(props: Props<Search, Item>) {
  const { area, icon, fields, search, read, onSearch, query, children } = props;
  const t = useTranslations(`admin.${area}`);
  const isNarrowed = isFiltered(search);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Surface>
        <FilterForm fields={fields} search={search} read={read} onFilter={onSearch} />
        <PagedList
          query={query}
          rows={10}
          empty={
            <EmptyState
              icon={icon}
              title={t(isNarrowed ? 'noMatch' : 'empty')}
              text={t(isNarrowed ? 'noMatchText' : 'emptyText')}
            />
          }
          onPage={(page) => onSearch({ ...search, page })}
        >
          {children}
        </PagedList>
      </Surface>
    </>
  );
}

import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Paging } from '../../api/search';
import { EmptyState } from '../../components/empty-state';
import { FilteredList, type FilteredListProps } from '../../components/filtered-list';
import { PageHeader } from '../../components/page-header';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import { type FilterField, FilterForm } from './filter-form';
import { type Filters, isFiltered } from './search';

interface Props<Search, Item> {
  /** Message namespace. */
  area: 'messages' | 'audit';
  icon: Icon;
  fields: readonly FilterField[];
  /** Additional filter fields. */
  more?: ReactNode;
  /** From the URL. */
  search: Search;
  read: (written: Filters) => Search;
  onSearch: (search: Search) => void;
  query: FilteredListProps<Item>['query'];
  children: (items: readonly Item[]) => ReactNode;
}

/** A filtered and paged list, with its state in the URL. */
export function FilteredPage<Search extends Paging, Item>(props: Props<Search, Item>) {
  const { area, icon, fields, more, search, read, onSearch, query, children } = props;
  const t = useTranslations(`admin.${area}`);
  const hasFilters = isFiltered(search);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Surface>
        <FilterForm fields={fields} search={search} read={read} onFilter={onSearch}>
          {more}
        </FilterForm>
        <FilteredList
          query={query}
          rows={10}
          empty={
            <EmptyState
              icon={icon}
              title={t(hasFilters ? 'noMatch' : 'empty')}
              text={t(hasFilters ? 'noMatchText' : 'emptyText')}
            />
          }
          onPage={(page) => onSearch({ ...search, page })}
          onLimit={(limit) => onSearch({ ...search, limit, page: undefined, after: undefined })}
          after={search.after}
          onAfter={(after) => onSearch({ ...search, after })}
        >
          {children}
        </FilteredList>
      </Surface>
    </>
  );
}

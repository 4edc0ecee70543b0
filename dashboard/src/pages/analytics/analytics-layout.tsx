import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { CardSkeleton } from '../../components/skeletons';
import classes from './analytics.module.css';
import type { Figures } from './api';
import type { AnalyticsSearch } from './search';
import { Toolbar } from './toolbar';

interface Props<T> {
  title: string;
  description: string;
  search: AnalyticsSearch;
  onSearch: (search: AnalyticsSearch) => void;
  query: UseQueryResult<T>;
  children: (figures: T) => ReactNode;
}

export function AnalyticsLayout<T extends Figures>(props: Props<T>) {
  const { title, description, search, onSearch, query, children } = props;
  return (
    <>
      <PageHeader title={title} description={description} />
      <Toolbar search={search} figures={query.data} onChange={onSearch} />
      <Loaded query={query} skeleton={<CardsSkeleton />}>
        {(figures) => (
          // Shows the previous data until the next is loaded.
          <div aria-busy={query.isPlaceholderData} inert={query.isPlaceholderData}>
            {children(figures)}
          </div>
        )}
      </Loaded>
    </>
  );
}

const HEIGHT = 300;

const CardsSkeleton = () => (
  <div className={classes.cards}>
    {['funnel', 'time', 'series', 'heat'].map((card) => (
      <CardSkeleton key={card} height={HEIGHT} />
    ))}
  </div>
);

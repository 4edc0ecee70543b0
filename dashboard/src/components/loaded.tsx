import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { RowsSkeleton } from './skeletons';

interface Props<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  skeleton?: ReactNode;
}

/** A query's data, or its skeleton, or its error with a retry. Data that is there stays when a refresh fails. */
export function Loaded<Data>({ query, children, skeleton = <RowsSkeleton /> }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return skeleton;
}

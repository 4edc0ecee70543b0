import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from './error-state';
import { RowsSkeleton } from './skeletons';

interface Props<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  skeleton?: ReactNode;
}

/** A query's data, or its skeleton, or its error with a retry. Data that is there stays when a refresh fails. */
export function Loaded<Data>({ query, children, skeleton = <RowsSkeleton /> }: Props<Data>) {
  const error = useLastError(query);
  if (query.data !== undefined) return children(query.data);
  if (error !== null) return <ErrorState error={error} retry={() => void query.refetch()} />;
  return skeleton;
}

/** A query without data forgets its error when it tries again; to whoever reads it, it stands until there is an answer. */
function useLastError({ error, isPending }: UseQueryResult): Error | null {
  const [last, setLast] = useState(error);
  const now = isPending ? (error ?? last) : error;
  if (now !== last) setLast(now);
  return now;
}

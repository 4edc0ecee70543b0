import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from './error-state';
import { BlockSkeleton, RowsSkeleton } from './skeletons';

interface Props<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  /** What is to come, where it is no list. */
  height?: number;
  /** How many lines are to come. */
  rows?: number | undefined;
  skeleton?: ReactNode;
}

/** A query's data, or its skeleton, or its error with a retry. Data that is there stays when a refresh fails. */
export function Loaded<Data>({ query, children, height, rows, skeleton }: Props<Data>) {
  const error = useLastError(query);
  if (query.data !== undefined) return children(query.data);
  if (error !== null) return <ErrorState error={error} retry={() => void query.refetch()} />;
  if (skeleton !== undefined) return skeleton;
  return height === undefined ? <RowsSkeleton rows={rows} /> : <BlockSkeleton height={height} />;
}

/** A query without data forgets its error when it tries again; to whoever reads it, it stands until there is an answer. */
function useLastError({ error, isPending }: UseQueryResult): Error | null {
  const [last, setLast] = useState(error);
  const now = isPending ? (error ?? last) : error;
  if (now !== last) setLast(now);
  return now;
}

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from './error-state';
import { BlockSkeleton, RowsSkeleton } from './skeletons';

interface Props<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  /** Height of the skeleton, if it is not a list. */
  height?: number;
  /** Rows of the skeleton. */
  rows?: number | undefined;
  skeleton?: ReactNode;
}

/**
 * Shows the data of a query, its skeleton, or its error with a retry button. Loaded data stays when a refresh
 * fails.
 */
export function Loaded<Data>({ query, children, height, rows, skeleton }: Props<Data>) {
  const error = useLastError(query);
  if (query.data !== undefined) return children(query.data);
  if (error !== null) return <ErrorState error={error} retry={() => void query.refetch()} />;
  if (skeleton !== undefined) return skeleton;
  return height === undefined ? <RowsSkeleton rows={rows} /> : <BlockSkeleton height={height} />;
}

/**
 * A query without data resets its error when it retries. This keeps the error visible until there is a
 * response.
 */
function useLastError({ error, isPending }: UseQueryResult): Error | null {
  const [last, setLast] = useState(error);
  const now = isPending ? (error ?? last) : error;
  if (now !== last) setLast(now);
  return now;
}

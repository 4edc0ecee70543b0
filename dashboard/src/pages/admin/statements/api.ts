import { queryOptions } from '@tanstack/react-query';
import { api, getFile } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pagedList } from '../../../api/polling';
import type { PageSearch } from '../../../api/search';

/** The most statements in one document. */
const SHEETS_MAX = 100;

export const monthsQuery = ({ page }: PageSearch) =>
  queryOptions({
    queryKey: [...keys.statements, page],
    queryFn: () => api.get('/api/admin/statements', { query: { page } }),
    ...pagedList,
  });

export const exportMonth = (month: string) =>
  getFile('/api/admin/statements/{month}/export', { path: { month } });

/** The printable documents of a month, in the order of their numbers. */
export async function documentsOf(month: string, statements: number): Promise<Response[]> {
  const documents: Response[] = [];
  for (let page = 1; (page - 1) * SHEETS_MAX < statements; page++)
    documents.push(
      await getFile('/api/admin/statements/{month}', {
        path: { month },
        query: { page, limit: SHEETS_MAX },
        headers: { Accept: 'text/html' },
      }),
    );
  return documents;
}

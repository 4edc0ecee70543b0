import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import type { SearchField, SearchQuery } from './search-query.rules';

const RESULTS_MAX = 8;

export type FoundMessage = Pick<
  Schemas['AdminMessageItem'],
  'id' | 'reference' | 'recipient' | 'company_name' | 'status' | 'created_at'
> & { username?: string | null; livemode: boolean };

interface SearchPage {
  items: FoundMessage[];
  next_cursor: number | null;
}

/**
 * Searches messages of the account, or of all accounts. By POST and without a cache, so that no phone number
 * is in a URL, a log or memory.
 */
export const messageSearchQuery = ({ text, by }: SearchQuery, isAdmin: boolean) =>
  queryOptions({
    queryKey: ['find', isAdmin, text],
    queryFn: async () => {
      const answers: SearchPage[] = [];
      // In sequence: the API allows one search of an account at a time.
      for (const kind of by) answers.push(await search(kind, text, isAdmin));
      const items = answers.flatMap((answer) => answer.items);
      const found = [...new Map(items.map((message) => [message.id, message])).values()];
      return {
        messages: found.sort((one, other) => other.id - one.id).slice(0, RESULTS_MAX),
        hasMore: found.length > RESULTS_MAX || answers.some(({ next_cursor: next }) => next !== null),
      };
    },
    // Searches of administrators are audited, so they are not repeated.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

function search(by: SearchField, text: string, isAdmin: boolean): Promise<SearchPage> {
  const body = { [by]: text, limit: RESULTS_MAX } as unknown as Schemas['MessageSearchDto'];
  return isAdmin
    ? api.post('/api/admin/messages/search', { body })
    : api.post('/api/account/messages/search', { body });
}

/** Searches accounts by name, for administrators. Never called with a phone number, since the text is in the URL. */
export const accountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.users, 'found', search],
    gcTime: 0,
    queryFn: async () => {
      const query = { search, limit: RESULTS_MAX };
      return (await api.get('/api/admin/users', { query })).items;
    },
  });

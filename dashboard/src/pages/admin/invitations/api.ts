import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pagedList } from '../../../api/polling';
import type { PageSearch } from '../../../api/search';
import { useInvalidateAfter } from '../../../api/use-change';

export const invitationsQuery = (query: PageSearch) =>
  queryOptions({
    queryKey: [...keys.invitations, query],
    queryFn: () => api.get('/api/admin/invitations', { query }),
    ...pagedList,
  });

export function useInvitations() {
  const change = useInvalidateAfter(keys.invitations, keys.audit);
  return {
    invite: (body: Schemas['InviteDto']) => change(api.post('/api/admin/invitations', { body })),
    revoke: (id: number) => change(api.delete('/api/admin/invitations/{id}', { path: { id } })),
  };
}

import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { useInvalidateAfter } from '../../api/use-change';
import { usePasswordConfirmation } from '../../components/password-confirmation';

export type Member = Schemas['MemberView'];
export type MemberRole = Member['role'];
export type MemberInvitation = Schemas['MemberInvitationView'];

export const MEMBER_ROLES: readonly MemberRole[] = ['owner', 'developer', 'finance', 'support', 'viewer'];

export const membersQuery = queryOptions({
  queryKey: [...keys.members, 'list'],
  queryFn: () => api.get('/api/account/members'),
});

export const memberInvitationsQuery = queryOptions({
  queryKey: [...keys.members, 'invitations'],
  queryFn: () => api.get('/api/account/members/invitations'),
});

/** The only owner of the account, who cannot leave or get another role; undefined if there are more. */
export function lastOwnerOf(members: readonly Member[] = []): Member | undefined {
  const owners = members.filter(({ role }) => role === 'owner');
  return owners.length === 1 ? owners[0] : undefined;
}

export function useMemberChanges() {
  const change = useInvalidateAfter(keys.members, keys.security);
  const confirmed = usePasswordConfirmation();
  return {
    setRole: ({ id }: Member, role: MemberRole) =>
      confirmed((current_password) => {
        const body = { role, current_password };
        return change(api.patch('/api/account/members/{id}', { path: { id }, body }));
      }),
    remove: ({ id }: Member) => change(api.delete('/api/account/members/{id}', { path: { id } })),
    leave: () =>
      confirmed((current_password) => api.post('/api/account/members/leave', { body: { current_password } })),
    invite: (email: string, role: MemberRole) =>
      confirmed((current_password) => {
        const body = { email, role, current_password };
        return change(api.post('/api/account/members/invitations', { body }));
      }),
    revoke: ({ id }: MemberInvitation) =>
      change(api.delete('/api/account/members/invitations/{id}', { path: { id } })),
  };
}

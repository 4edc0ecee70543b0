import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { useChange } from '../../api/use-change';
import type { Proof } from './proof-form';

/** What an owner does for the security of the account. */
export function useSecurityChanges() {
  const change = useChange(keys.security);
  return {
    confirm: (body: Proof) => change(unwrap(client.POST('/api/auth/second-factor/confirm', { body }))),
    renew: (body: Proof) => change(unwrap(client.POST('/api/auth/second-factor/recovery-codes', { body }))),
    disable: (body: Proof) => change(unwrap(client.POST('/api/auth/second-factor/disable', { body }))),
    endSession: (id: number) =>
      change(unwrap(client.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } }))),
    endOthers: () => change(unwrap(client.DELETE('/api/auth/sessions'))),
  };
}

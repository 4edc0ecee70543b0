import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pagedList } from '../../../api/polling';
import { useInvalidateAfter } from '../../../api/use-change';
import { usePasswordConfirmation } from '../../../components/password-confirmation';
import type { TopUpsSearch } from '../search';

export type AdminTopUpRequest = Schemas['AdminTopUpRequestView'];
export type GuideValues = Omit<Schemas['TopUpGuideDto'], 'current_password'>;

export const requestsQuery = ({ status = 'open', page }: TopUpsSearch) =>
  queryOptions({
    queryKey: [...keys.topUps, status, page],
    queryFn: () => {
      const query = { page, ...(status === 'all' ? {} : { status }) };
      return api.get('/api/admin/top-up/requests', { query });
    },
    ...pagedList,
  });

/** Decisions on top-up requests and changes of the payment instructions. May ask for the password. */
export function useTopUps() {
  const change = useInvalidateAfter(keys.topUps, keys.users, keys.audit, keys.credit, keys.alerts);
  const confirmed = usePasswordConfirmation();
  return {
    refresh: () => change(Promise.resolve()),
    confirm: (id: number, amount: number) =>
      confirmed((current_password) => {
        const options = { path: { id }, body: { amount, current_password } };
        return change(api.post('/api/admin/top-up/requests/{id}/confirm', options));
      }),
    decline: (id: number, reason: string) => {
      const options = { path: { id }, body: { reason } };
      return change(api.post('/api/admin/top-up/requests/{id}/decline', options));
    },
    writeGuide: (values: GuideValues) =>
      confirmed((current_password) =>
        change(api.put('/api/admin/top-up', { body: { ...values, current_password } })),
      ),
    setPicture: (picture: string) =>
      confirmed((current_password) =>
        change(api.put('/api/admin/top-up/picture', { body: { picture, current_password } })),
      ),
    removePicture: () =>
      confirmed((current_password) =>
        change(api.post('/api/admin/top-up/picture/removal', { body: { current_password } })),
      ),
  };
}

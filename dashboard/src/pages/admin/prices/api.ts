import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { useInvalidateAfter } from '../../../api/use-change';
import { usePasswordConfirmation } from '../../../components/password-confirmation';

export type SetPrice = Schemas['SetPriceView'];
type NewPrice = Schemas['SetPriceDto'];

/** The account whose prices are meant; `undefined`: the general prices. */
export type Whose = number | undefined;

export const adminPricesQuery = (id: Whose) =>
  queryOptions({
    queryKey: [...keys.adminPrices, id ?? 'all'],
    queryFn: () =>
      id === undefined
        ? api.get('/api/admin/prices')
        : api.get('/api/admin/users/{id}/prices', { path: { id } }),
  });

export function usePriceChanges(id: Whose) {
  // An administrator has an account with prices too.
  const change = useInvalidateAfter(keys.adminPrices, keys.prices, keys.settings, keys.audit);
  const confirmed = usePasswordConfirmation();
  return {
    set: (price: NewPrice) =>
      confirmed((current_password) => {
        const body = { ...price, current_password };
        return change(
          id === undefined
            ? api.post('/api/admin/prices', { body })
            : api.post('/api/admin/users/{id}/prices', { path: { id }, body }),
        );
      }),
    cancel: (priceId: number) =>
      confirmed((current_password) =>
        change(api.delete('/api/admin/prices/{id}', { path: { id: priceId }, body: { current_password } })),
      ),
  };
}

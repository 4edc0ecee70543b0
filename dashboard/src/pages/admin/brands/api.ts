import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { useInvalidateAfter } from '../../../api/use-change';
import { usePasswordConfirmation } from '../../../components/password-confirmation';

export type ReservedBrand = Schemas['ReservedBrandView'];

export const reservedBrandsQuery = queryOptions({
  queryKey: keys.reservedBrands,
  queryFn: () => api.get('/api/admin/reserved-brands'),
});

export function useReservedBrandChanges() {
  const change = useInvalidateAfter(keys.reservedBrands, keys.audit);
  const confirmed = usePasswordConfirmation();
  return {
    reserve: (brands: string[]) =>
      confirmed((current_password) =>
        change(api.post('/api/admin/reserved-brands', { body: { brands, current_password } })),
      ),
    release: (id: number) =>
      confirmed((current_password) =>
        change(api.delete('/api/admin/reserved-brands/{id}', { path: { id }, body: { current_password } })),
      ),
  };
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { useInvalidateAfter } from '../../../api/use-change';
import { usePasswordConfirmation } from '../../../components/password-confirmation';
import type { CostsSearch } from '../search';

export type Costs = Schemas['AdminCosts'];
export type Margin = Schemas['Margin'];
export type MarginFigures = Schemas['MarginFigures'];
type NewCost = Schemas['SetCostDto'];
type NewRateCard = Schemas['SetRateCardDto'];
type NewRate = Schemas['SetCurrencyRateDto'];

export const costsQuery = queryOptions({
  queryKey: [...keys.costs, 'set'],
  queryFn: () => api.get('/api/admin/costs'),
});

export const marginQuery = ({ group: group_by = 'month', from, to }: CostsSearch) =>
  queryOptions({
    queryKey: [...keys.costs, 'margin', { group_by, from, to }],
    queryFn: () => api.get('/api/admin/margin', { query: { group_by, from, to } }),
    placeholderData: keepPreviousData,
  });

export function useCostChanges() {
  const change = useInvalidateAfter(keys.costs, keys.audit);
  const confirmed = usePasswordConfirmation();
  return {
    setCost: (cost: NewCost) =>
      confirmed((current_password) =>
        change(api.post('/api/admin/costs', { body: { ...cost, current_password } })),
      ),
    setRateCard: (card: NewRateCard) =>
      confirmed((current_password) =>
        change(api.post('/api/admin/costs/rate-cards', { body: { ...card, current_password } })),
      ),
    setRate: (rate: NewRate) =>
      confirmed((current_password) =>
        change(api.post('/api/admin/costs/rates', { body: { ...rate, current_password } })),
      ),
    removeCost: (id: number) =>
      confirmed((current_password) =>
        change(api.delete('/api/admin/costs/{id}', { path: { id }, body: { current_password } })),
      ),
    removeRate: (id: number) =>
      confirmed((current_password) =>
        change(api.delete('/api/admin/costs/rates/{id}', { path: { id }, body: { current_password } })),
      ),
  };
}

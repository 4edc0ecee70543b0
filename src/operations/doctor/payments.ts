import type { PaymentProviders } from '../../payments/index.js';
import { bad, type Finding, good, none } from './report.rules.js';

const FIX = 'Fix its keys and channels: docs/accounts.md#online-payments.';

/** Asks each payment provider with our key. */
export async function checkPayments({ all }: Pick<PaymentProviders, 'all'>): Promise<Finding[]> {
  const name = 'payments';
  if (all.length === 0) return [none(name, 'no payment provider: accounts pay by transfer')];
  return Promise.all(
    all.map(async (provider) => {
      const problem = await provider.problem();
      if (problem !== undefined) return bad(name, `${provider.title}: ${problem}`, FIX);
      return good(name, `${provider.title} accepts our key; whether its callbacks arrive was not checked`);
    }),
  );
}

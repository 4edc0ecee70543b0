import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import type { RequestBody } from '../platform/http/index.js';
import {
  addressKey,
  type Limiter,
  Limits,
  requireAllowed,
  UnverifiedCallerLimit,
} from '../platform/limits/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { Clock, MINUTE_SECONDS } from '../platform/time/clock.js';
import { Payment } from './payment.entity.js';
import { PaymentStates } from './payment-states.js';
import { PaymentProviders } from './providers/payment-providers.js';

/** Status requests about one payment: replayed callbacks must not flood the provider. */
const ASKS_PER_MINUTE = 30;

interface ReceivedCallback {
  address: string;
  headers: IncomingHttpHeaders;
  body: RequestBody | undefined;
}

/** Receives callbacks of payment providers. A callback only names a payment; its state is read from the provider. */
@Injectable()
export class PaymentCallbacks {
  private readonly unverified: UnverifiedCallerLimit;
  private readonly asks: Limiter;

  constructor(
    limits: Limits,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly database: Database,
    private readonly providers: PaymentProviders,
    private readonly states: PaymentStates,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.unverified = new UnverifiedCallerLimit(limits, clock, {
      name: 'payment-failures',
      perMinute: config.CALLBACK_FAILURES_PER_MINUTE,
    });
    this.asks = limits.limiter('payment-asks', ASKS_PER_MINUTE, MINUTE_SECONDS);
  }

  /**
   * Returns once the state is applied. Fails with `unavailable` if the provider did not report one: it then calls
   * again.
   */
  take(name: string, { address, headers, body }: ReceivedCallback): Promise<void> {
    const provider = this.providers.get(name);
    return this.unverified.run(`${name}:${addressKey(address)}`, async () => {
      const rawBody = body ? await body.bytes(this.config.CALLBACK_LIMIT_BYTES) : Buffer.alloc(0);
      const subject = provider.verify({ headers, rawBody });
      const payment =
        subject &&
        (await this.database.read.findOneBy(Payment, {
          provider: provider.name,
          reference: subject.reference,
        }));
      // Not ours: the operator's account at the provider may serve other shops.
      if (!payment) return;
      await this.refresh({ ...payment, externalId: payment.externalId ?? subject.externalId });
    });
  }

  private async refresh(payment: Payment): Promise<void> {
    requireAllowed(await this.asks.consume(String(payment.id)));
    const unclear = await this.states.refresh(payment);
    if (unclear) throw new AppError('unavailable', { logDetail: `${payment.reference}: ${unclear.reason}` });
  }
}

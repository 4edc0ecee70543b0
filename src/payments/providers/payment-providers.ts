import { Injectable, Module } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { orNotFound } from '../../platform/errors/index.js';
import { Midtrans } from './midtrans.js';
import type { PaymentProvider, ProviderName } from './provider.js';
import { ProviderHosts, ProviderHttp } from './provider-http.js';
import { Tripay } from './tripay.js';

@Injectable()
export class PaymentProviders {
  readonly all: readonly PaymentProvider[];

  constructor(config: Config, hosts: ProviderHosts, http: ProviderHttp) {
    const { MIDTRANS_SERVER_KEY, MIDTRANS_SIGNATURE_KEY, publicUrl } = config;
    const { TRIPAY_MERCHANT_CODE, TRIPAY_API_KEY, TRIPAY_PRIVATE_KEY } = config;
    const midtrans = MIDTRANS_SERVER_KEY && { MIDTRANS_SERVER_KEY, MIDTRANS_SIGNATURE_KEY, publicUrl };
    const tripay = TRIPAY_MERCHANT_CODE &&
      TRIPAY_API_KEY &&
      TRIPAY_PRIVATE_KEY && { TRIPAY_MERCHANT_CODE, TRIPAY_API_KEY, TRIPAY_PRIVATE_KEY, publicUrl };
    this.all = [
      ...(midtrans ? [new Midtrans(midtrans, hosts, http)] : []),
      ...(tripay ? [new Tripay(tripay, hosts, http)] : []),
    ];
  }

  /** Fails with `not_found` if the provider is not configured. */
  get(name: string): PaymentProvider {
    return orNotFound(this.all.find((provider) => provider.name === name));
  }

  get names(): ProviderName[] {
    return this.all.map(({ name }) => name);
  }
}

/** The providers alone: `npm run doctor` uses them without the rest of the service. */
@Module({ providers: [ProviderHosts, ProviderHttp, PaymentProviders], exports: [PaymentProviders] })
export class ProvidersModule {}

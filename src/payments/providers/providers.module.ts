import { Module } from '@nestjs/common';
import { PaymentProviders } from './payment-providers.js';
import { ProviderHosts } from './provider-hosts.js';
import { ProviderHttp } from './provider-http.js';

/** The providers alone: `npm run doctor` uses them without the rest of the service. */
@Module({ providers: [ProviderHosts, ProviderHttp, PaymentProviders], exports: [PaymentProviders] })
export class ProvidersModule {}

import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';

/** The addresses of the providers. They are fixed: a setting could send the keys elsewhere. Tests replace them. */
@Injectable()
export class ProviderHosts {
  readonly midtrans: string;
  readonly tripay: string;

  constructor({ PAYMENTS_SANDBOX: isSandbox }: Config) {
    const test = process.env['NODE_ENV'] === 'test' ? process.env['PROVIDERS_AT'] : undefined;
    this.midtrans = test ?? (isSandbox ? 'https://api.sandbox.midtrans.com' : 'https://api.midtrans.com');
    this.tripay = test ?? `https://tripay.co.id/${isSandbox ? 'api-sandbox' : 'api'}`;
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Headers, Ip, Param, Post } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '../platform/access/principal.js';
import { RequestBody } from '../platform/http/index.js';
import { objectWith } from '../platform/openapi/alternatives.js';
import { AnswersBare, Fails } from '../platform/openapi/index.js';
import { PaymentCallbacks } from './payment-callbacks.js';
import { PROVIDERS } from './providers/provider.js';

/** The members that we read. Providers send more. */
const MIDTRANS = {
  order_id: 'Our reference of the payment',
  status_code: 'Part of the signature',
  gross_amount: 'Part of the signature',
  signature_key: 'SHA-512 of the three fields above and the key, in hex',
};
const TRIPAY = {
  reference: 'The id of the payment at Tripay',
  merchant_ref: 'Our reference of the payment',
};
const BODIES = [
  objectWith('Midtrans', MIDTRANS, { type: 'string' }),
  objectWith('Tripay', TRIPAY, { type: 'string' }),
];

@ApiTags('Gateway')
@Controller('api/payments')
export class PaymentCallbacksController {
  constructor(private readonly callbacks: PaymentCallbacks) {}

  /** Tripay accepts no other response than this as a success. */
  @Post(':provider')
  @Public()
  @ApiParam({ name: 'provider', enum: PROVIDERS, description: 'The payment provider that calls' })
  @ApiBody({ schema: { type: 'object', anyOf: BODIES } })
  @AnswersBare({
    summary: { id: 'Callback status pembayaran', en: 'Receive a notification of a payment provider' },
    about:
      'Verified by the provider’s signature. Sandi then asks the provider for the state; until it reports one, the response is `unavailable`.',
  })
  @Fails('rate_limited', 'not_found', 'signature_invalid', 'callback_invalid', 'unavailable')
  async receivePaymentCallback(
    @Param('provider') provider: string,
    @Ip() address: string,
    @Headers() headers: IncomingHttpHeaders,
    @Body() body?: RequestBody,
  ) {
    await this.callbacks.take(provider, { address, headers, body });
    return { success: true };
  }
}

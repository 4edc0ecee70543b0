import { Bool, FreeText, HeaderToken } from '../rules.js';
import { section } from '../variable.js';
import { AlertVariables } from './alerts.js';

const PaymentSetting = section(
  'Payments',
  'Accounts [pay their top-ups online](accounts.md#online-payments) at the providers whose keys are set. Without a key: by transfer only.',
);

export class PaymentVariables extends AlertVariables {
  @PaymentSetting('Server Key of Midtrans.', { unset: 'no payments by Midtrans', secret: true })
  @HeaderToken()
  MIDTRANS_SERVER_KEY?: string;

  @PaymentSetting('Client Key of the same Midtrans account; only checked to be of the same environment.', {
    unset: 'not checked',
    secret: true,
  })
  @HeaderToken()
  MIDTRANS_CLIENT_KEY?: string;

  @PaymentSetting('Signature Secret Key of Midtrans, where the account has one.', {
    unset: 'the Server Key verifies notifications',
    secret: true,
  })
  @FreeText()
  MIDTRANS_SIGNATURE_KEY?: string;

  @PaymentSetting('Merchant code of Tripay. Set all three of Tripay or none.', {
    unset: 'no payments by Tripay',
    secret: true,
  })
  @FreeText()
  TRIPAY_MERCHANT_CODE?: string;

  @PaymentSetting('API key of Tripay.', { unset: 'none', secret: true })
  @HeaderToken()
  TRIPAY_API_KEY?: string;

  @PaymentSetting('Private key of Tripay: it signs payments and verifies callbacks.', {
    unset: 'none',
    secret: true,
  })
  @FreeText()
  TRIPAY_PRIVATE_KEY?: string;

  @PaymentSetting('Uses the test environment of both providers: payments cost nothing. Not in production.')
  @Bool()
  PAYMENTS_SANDBOX: boolean = false;
}

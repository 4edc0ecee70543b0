import { TEMPLATES } from '../../platform/text/message-template.rules.js';
import { HOURS_MAX, PRICE_MAX, RATE_MAX, SECONDS_MAX } from '../bounds.js';
import { Bool, Int, Template } from '../rules.js';
import { section } from '../variable.js';
import { AccountVariables } from './accounts.js';

const Send = section('The send');
const Afterwards = section('After the send');
const Message = section('The message');

export class SendVariables extends AccountVariables {
  @Send('Send requests per minute and account.')
  @Int(1, RATE_MAX)
  SEND_RATE_PER_MINUTE: number = 60;

  @Send('Price of an SMS in credits, unless administrators set one; a WhatsApp message costs 200.')
  @Int(0, PRICE_MAX)
  PRICE_SMS: number = 200;

  @Send('The same for a Telegram message.')
  @Int(0, PRICE_MAX)
  PRICE_TELEGRAM: number = 200;

  @Send('Sends of one account to one recipient per window.')
  @Int(1, RATE_MAX)
  RECIPIENT_ATTEMPTS_MAX: number = 5;

  @Send('Length of that window.')
  @Int(1, SECONDS_MAX)
  RECIPIENT_WINDOW_SECONDS: number = 600;

  @Send('Sends of all accounts together to one recipient per hour.')
  @Int(1, RATE_MAX)
  RECIPIENT_HOURLY_MAX: number = 20;

  @Send(
    'Live sends of an account per window that may fail because the number [has no WhatsApp](limits.md#numbers-without-whatsapp); 0: no limit.',
  )
  @Int(0, 1000)
  NOT_ON_WHATSAPP_MAX: number = 20;

  @Send('The same as a share of its sends in the window, in percent.')
  @Int(1, 100)
  NOT_ON_WHATSAPP_PERCENT_MAX: number = 30;

  @Send('The share counts from this many sends in the window on.')
  @Int(1, 1000)
  NOT_ON_WHATSAPP_SENDS_MIN: number = 20;

  @Send('Length of that window.')
  @Int(1, SECONDS_MAX)
  NOT_ON_WHATSAPP_WINDOW_SECONDS: number = 600;

  @Send(
    'Price of an [inbound verification](verifications.md#inbound-verification) in credits, unless administrators set one. Refunded if it ends unapproved; 0: free.',
  )
  @Int(0, PRICE_MAX)
  PRICE_INBOUND: number = 0;

  @Send.tuning('Maximum sends, or status updates, in one transaction.')
  @Int(1, 500) // SQLite takes no more in a statement.
  SEND_BATCH_MAX: number = 128;

  @Send.tuning('Maximum of waiting sends; further ones get 503 `overloaded`.')
  @Int(1, 1000000)
  SEND_QUEUE_MAX: number = 5000;

  @Send.tuning('How long a send waits for an unresponsive database before it gets 503 `overloaded`.')
  @Int(100, 600000)
  SEND_QUEUE_WAIT_MS: number = 5000;

  @Send('How long the same code to the same phone is a duplicate.')
  @Int(1, SECONDS_MAX)
  DUPLICATE_WINDOW_SECONDS: number = 300;

  @Send('How long Sandi stores the response of an `Idempotency-Key`.')
  @Int(1, HOURS_MAX)
  IDEMPOTENCY_TTL_HOURS: number = 24;

  /** The strictest auth server gives up after five seconds. */
  @Send.tuning('How long a Supabase or generic hook waits for its send before it responds.')
  @Int(100, 60000)
  HOOK_ANSWER_MS: number = 4000;

  @Send.tuning('Seconds between two statuses of a message to a magic number (test keys).')
  @Int(1, SECONDS_MAX)
  TEST_STEP_SECONDS: number = 5;

  @Afterwards('How long after a send its code may be checked.')
  @Int(1, SECONDS_MAX)
  CHECK_TTL_SECONDS: number = 600;

  @Afterwards('Wrong codes per message; then its checks are rejected until the code expires.')
  @Int(1, 100)
  CHECK_ATTEMPTS_MAX: number = 5;

  @Afterwards('Wrong codes of an account for one recipient per hour, over all messages and verifications.')
  @Int(1, 1000)
  WRONG_CODES_HOURLY_MAX: number = 20;

  @Afterwards('Checks per minute and account.')
  @Int(1, RATE_MAX)
  CHECK_RATE_PER_MINUTE: number = 120;

  @Afterwards('After this time a message with an unknown outcome fails and is refunded.')
  @Int(1, SECONDS_MAX)
  UNKNOWN_TTL_SECONDS: number = 900;

  @Afterwards.tuning('How long after `GATEWAY_TIMEOUT_MS` recovery takes over a pending message.')
  @Int(1, SECONDS_MAX)
  LEASE_MARGIN_SECONDS: number = 10;

  @Afterwards.tuning('Pause between two rounds of the recovery.')
  @Int(1, SECONDS_MAX)
  RECOVERY_SECONDS: number = 5;

  @Afterwards(
    'Whether Sandi refunds a message that a gateway accepted, or may have accepted, and reports as `failed`. Expired messages are always refunded.',
  )
  @Bool()
  REFUND_FAILED_DELIVERY: boolean = true;

  @Afterwards('Maximum age of a message for that refund.')
  @Int(1, HOURS_MAX)
  REFUND_WINDOW_HOURS: number = 72;

  @Afterwards.tuning('How long a callback with an unknown message ID waits for its message.')
  @Int(1, HOURS_MAX)
  INBOX_TTL_HOURS: number = 72;

  @Afterwards('How often Sandi audits the ledger; 0: never.')
  @Int(0, SECONDS_MAX)
  BOOKS_SECONDS: number = 3600;

  @Afterwards.tuning('Delay of the first audit after a start; randomly up to twice as long.')
  @Int(1, SECONDS_MAX)
  BOOKS_FIRST_SECONDS: number = 60;

  @Afterwards.tuning('How often Sandi updates the analytics; 0: never.')
  @Int(0, SECONDS_MAX)
  ANALYTICS_SECONDS: number = 60;

  @Afterwards('How many days Sandi keeps [analytics](limits.md#retention); the page shows up to 90.')
  @Int(91, 3650)
  ANALYTICS_RETENTION_DAYS: number = 120;

  @Afterwards('Sandi [purges](limits.md#retention) messages older than this; 0: never.')
  @Int(0, 3650)
  MESSAGE_RETENTION_DAYS: number = 0;

  @Afterwards('The same for messages of test keys; 0: never.')
  @Int(0, 3650)
  TEST_MESSAGE_RETENTION_DAYS: number = 30;

  @Message('Text of a message, unless the device has its own.')
  @Template()
  MESSAGE_TEMPLATE_ID: string = TEMPLATES.id;

  @Message('The same for sends in English.')
  @Template()
  MESSAGE_TEMPLATE_EN: string = TEMPLATES.en;
}

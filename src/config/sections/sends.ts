import { TEMPLATES } from '../../platform/text/message-template.rules.js';
import { HOURS_MAX, RATE_MAX, SECONDS_MAX } from '../bounds.js';
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

  @Send('Sends of one account to one recipient per window.')
  @Int(1, RATE_MAX)
  RECIPIENT_ATTEMPTS_MAX: number = 5;

  @Send('That window.')
  @Int(1, SECONDS_MAX)
  RECIPIENT_WINDOW_SECONDS: number = 600;

  @Send('Sends of all accounts together to one recipient per hour.')
  @Int(1, RATE_MAX)
  RECIPIENT_HOURLY_MAX: number = 20;

  @Send(
    'Live sends of an account that may fail per window because the number [has no WhatsApp](limits.md#numbers-without-whatsapp); 0: no limit.',
  )
  @Int(0, 1000)
  NOT_ON_WHATSAPP_MAX: number = 20;

  @Send('The same as a share of its sends in the window, in percent.')
  @Int(1, 100)
  NOT_ON_WHATSAPP_PERCENT_MAX: number = 30;

  @Send('The share counts once an account has so many sends in the window.')
  @Int(1, 1000)
  NOT_ON_WHATSAPP_SENDS_MIN: number = 20;

  @Send('That window.')
  @Int(1, SECONDS_MAX)
  NOT_ON_WHATSAPP_WINDOW_SECONDS: number = 600;

  @Send('Sends, or outcomes, that share one transaction.', { tuning: true })
  @Int(1, 500) // SQLite takes no more in a statement.
  SEND_BATCH_MAX: number = 128;

  @Send('How many may wait for theirs; more are answered with 503 `overloaded`.', { tuning: true })
  @Int(1, 1000000)
  SEND_QUEUE_MAX: number = 5000;

  @Send('How long one may wait, while the database does not answer, before it is answered so too.', {
    tuning: true,
  })
  @Int(100, 600000)
  SEND_QUEUE_WAIT_MS: number = 5000;

  @Send('How long the same code to the same phone is refused.')
  @Int(1, SECONDS_MAX)
  DUPLICATE_WINDOW_SECONDS: number = 300;

  @Send('How long the answer of an `Idempotency-Key` is kept.')
  @Int(1, HOURS_MAX)
  IDEMPOTENCY_TTL_HOURS: number = 24;

  /** The caller of the strictest gives up after five seconds. */
  @Send('How long a hook of Supabase Auth, or a generic one, waits for its send before it is answered.', {
    tuning: true,
  })
  @Int(100, 60000)
  HOOK_ANSWER_MS: number = 4000;

  @Send('Between two statuses of a message to a magic number, for test keys.', { tuning: true })
  @Int(1, SECONDS_MAX)
  TEST_STEP_SECONDS: number = 5;

  @Afterwards('How long after a send its code may be checked.')
  @Int(1, SECONDS_MAX)
  CHECK_TTL_SECONDS: number = 600;

  @Afterwards(
    'Codes that may be held against one message; after them its checks are refused until it is that old.',
  )
  @Int(1, 100)
  CHECK_ATTEMPTS_MAX: number = 5;

  @Afterwards(
    'Wrong codes per hour that an account may show for one recipient, over all messages and verifications.',
  )
  @Int(1, 1000)
  WRONG_CODES_HOURLY_MAX: number = 20;

  @Afterwards('Checks per minute and account.')
  @Int(1, RATE_MAX)
  CHECK_RATE_PER_MINUTE: number = 120;

  @Afterwards('After this an outcome that stayed unknown counts as failed and is refunded.')
  @Int(1, SECONDS_MAX)
  UNKNOWN_TTL_SECONDS: number = 900;

  @Afterwards(
    "How long beyond `GATEWAY_TIMEOUT_MS` a pending message is its sender's, before the recovery asks about it.",
    { tuning: true },
  )
  @Int(1, SECONDS_MAX)
  LEASE_MARGIN_SECONDS: number = 10;

  @Afterwards('Pause between two rounds of the recovery.', { tuning: true })
  @Int(1, SECONDS_MAX)
  RECOVERY_SECONDS: number = 5;

  @Afterwards(
    'Whether a message that a gateway took, or may have taken, and reports as `failed` is refunded. One that expired always is.',
  )
  @Bool()
  REFUND_FAILED_DELIVERY: boolean = true;

  @Afterwards('Up to what age of the message.')
  @Int(1, HOURS_MAX)
  REFUND_WINDOW_HOURS: number = 72;

  @Afterwards('How long a callback waits for a message that nobody knows.', { tuning: true })
  @Int(1, HOURS_MAX)
  INBOX_TTL_HOURS: number = 72;

  @Afterwards('How often the books are checked; 0: never.')
  @Int(0, SECONDS_MAX)
  BOOKS_SECONDS: number = 3600;

  @Afterwards('How long after a start the first check comes; up to twice as long, by chance.', {
    tuning: true,
  })
  @Int(1, SECONDS_MAX)
  BOOKS_FIRST_SECONDS: number = 60;

  @Afterwards('How often messages are added up for the analytics; 0: never.', { tuning: true })
  @Int(0, SECONDS_MAX)
  ANALYTICS_SECONDS: number = 60;

  @Afterwards('How many days of [analytics](limits.md#retention) are kept; the page shows up to 90.')
  @Int(91, 3650)
  ANALYTICS_RETENTION_DAYS: number = 120;

  @Afterwards('Messages older than this are [purged](limits.md#retention); 0: none ever.')
  @Int(0, 3650)
  MESSAGE_RETENTION_DAYS: number = 0;

  @Afterwards('Messages of test keys older than this are [purged](limits.md#retention); 0: none ever.')
  @Int(0, 3650)
  TEST_MESSAGE_RETENTION_DAYS: number = 30;

  @Message('What recipients read, unless their device has a text of its own.')
  @Template()
  MESSAGE_TEMPLATE_ID: string = TEMPLATES.id;

  @Message('The same for sends in English.')
  @Template()
  MESSAGE_TEMPLATE_EN: string = TEMPLATES.en;
}

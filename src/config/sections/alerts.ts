import { RATE_MAX, SECONDS_MAX } from '../bounds.js';
import { Int, Mailboxes, Pattern, Url } from '../rules.js';
import { section } from '../variable.js';
import { WebhookVariables } from './webhooks.js';

/** As Standard Webhooks has them: 24 to 64 bytes. */
const SIGNING_SECRET = /^whsec_(?=.{32,88}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const SIGNING_MEND =
  'must be whsec_ and 24 to 64 bytes in base64: run `echo "whsec_$(openssl rand -base64 32)"`';

const Alert = section(
  'Alerts to the operator',
  'What is [told](monitoring.md#operator-alerts), and to whom. Each of the two ways works without the other.',
);

export class AlertVariables extends WebhookVariables {
  @Alert('Who is told by mail: addresses with commas, at most 10.', {
    unset: 'no mails',
    example: 'ops@example.com',
  })
  @Mailboxes()
  ALERT_MAIL_TO?: string;

  @Alert('Where alerts are posted; an address in your own network may stand here.', {
    unset: 'no calls',
    example: 'https://alerts.example.com/sandi',
    secret: true,
  })
  @Url('http:', 'https:')
  ALERT_WEBHOOK_URL?: string;

  @Alert('Signs those posts, as Standard Webhooks does. Required with `ALERT_WEBHOOK_URL`.', {
    unset: 'none',
    secret: true,
  })
  @Pattern(SIGNING_SECRET, SIGNING_MEND)
  ALERT_WEBHOOK_SECRET?: string;

  @Alert(
    'So long a cause must hold before it is told, and be gone before that is. Keep it at three times `ALERTS_SECONDS` or more.',
  )
  @Int(10, SECONDS_MAX)
  ALERT_AFTER_SECONDS: number = 60;

  @Alert('A webhook delivery that is due for longer is a backlog; 0: none is.')
  @Int(0, SECONDS_MAX)
  ALERT_WEBHOOK_DELAY_SECONDS: number = 300;

  @Alert('A pending message that nobody has looked at for so long after its lease is a backlog; 0: none is.')
  @Int(0, SECONDS_MAX)
  ALERT_PENDING_DELAY_SECONDS: number = 120;

  @Alert('More callbacks than this waiting for their message are a backlog; 0: none are.')
  @Int(0, RATE_MAX)
  ALERT_CALLBACKS_WAITING: number = 10000;

  @Alert('More messages than this that a device delivers in a day after they were refunded; 0: never told.')
  @Int(0, RATE_MAX)
  ALERT_FREE_DELIVERIES: number = 20;
}

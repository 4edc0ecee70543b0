import { RATE_MAX, SECONDS_MAX } from '../bounds.js';
import { Int, Mailboxes, Pattern, Url } from '../rules.js';
import { section } from '../variable.js';
import { WebhookVariables } from './webhooks.js';

/** As Standard Webhooks has them: 24 to 64 bytes. */
const SIGNING_SECRET = /^whsec_(?=.{32,88}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const SIGNING_FIX =
  'must be whsec_ and 24 to 64 bytes in base64: run `echo "whsec_$(openssl rand -base64 32)"`';

const Alert = section(
  'Alerts to the operator',
  'Recipients and thresholds of [operator alerts](monitoring.md#operator-alerts). Mail and webhook are independent.',
);

export class AlertVariables extends WebhookVariables {
  @Alert('Mail recipients: addresses with commas, at most 10.', {
    unset: 'no mails',
    example: 'ops@example.com',
  })
  @Mailboxes()
  ALERT_MAIL_TO?: string;

  @Alert('Address for alerts; a private address is allowed.', {
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
  @Pattern(SIGNING_SECRET, SIGNING_FIX)
  ALERT_WEBHOOK_SECRET?: string;

  @Alert(
    'How long a cause must last before an alert, and be gone before its end is reported. Keep it at least three times `ALERTS_SECONDS`.',
  )
  @Int(10, SECONDS_MAX)
  ALERT_AFTER_SECONDS: number = 60;

  @Alert('A webhook delivery overdue for longer is a backlog; 0: never.')
  @Int(0, SECONDS_MAX)
  ALERT_WEBHOOK_DELAY_SECONDS: number = 300;

  @Alert('A pending message without recovery for so long after its lease is a backlog; 0: never.')
  @Int(0, SECONDS_MAX)
  ALERT_PENDING_DELAY_SECONDS: number = 120;

  @Alert('More callbacks than this without their message are a backlog; 0: never.')
  @Int(0, RATE_MAX)
  ALERT_CALLBACKS_WAITING: number = 10000;

  @Alert(
    'More messages than this, delivered by a device in a day after their refund, raise an alert; 0: never.',
  )
  @Int(0, RATE_MAX)
  ALERT_FREE_DELIVERIES: number = 20;
}

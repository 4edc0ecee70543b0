import { RATE_MAX, SECONDS_MAX } from '../bounds.js';
import { Int, Mailboxes, Pattern, Url } from '../rules.js';
import { section } from '../variable.js';
import { WebhookVariables } from './webhooks.js';

/** A secret of Standard Webhooks has 24 to 64 bytes. */
const SIGNING_SECRET = /^whsec_(?=.{32,88}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const SIGNING_FIX =
  'must be whsec_ and 24 to 64 bytes in base64: run `echo "whsec_$(openssl rand -base64 32)"`';

const Alert = section(
  'Alerts to the operator',
  'Recipients and thresholds of [operator alerts](monitoring.md#operator-alerts).',
);

export class AlertVariables extends WebhookVariables {
  @Alert('Mail recipients, separated by commas.', {
    unset: 'no mails',
    example: 'ops@example.com',
  })
  @Mailboxes()
  ALERT_MAIL_TO?: string;

  @Alert('Webhook that receives alerts; a private address is allowed.', {
    unset: 'no calls',
    example: 'https://alerts.example.com/sandi',
    secret: true,
  })
  @Url('http:', 'https:')
  ALERT_WEBHOOK_URL?: string;

  @Alert('Secret that signs these requests by Standard Webhooks. Required with `ALERT_WEBHOOK_URL`.', {
    unset: 'none',
    secret: true,
  })
  @Pattern(SIGNING_SECRET, SIGNING_FIX)
  ALERT_WEBHOOK_SECRET?: string;

  @Alert(
    'How long a problem must last before an alert begins, and be gone before it ends. Set it to at least three times `ALERTS_SECONDS`.',
  )
  @Int(10, SECONDS_MAX)
  ALERT_AFTER_SECONDS: number = 60;

  @Alert('A webhook delivery that is overdue for longer raises an alert; 0: never.')
  @Int(0, SECONDS_MAX)
  ALERT_WEBHOOK_DELAY_SECONDS: number = 300;

  @Alert('A pending message that recovery has not taken this long after its lease raises an alert; 0: never.')
  @Int(0, SECONDS_MAX)
  ALERT_PENDING_DELAY_SECONDS: number = 120;

  @Alert('More callbacks than this that wait for their message raise an alert; 0: never.')
  @Int(0, RATE_MAX)
  ALERT_CALLBACKS_WAITING: number = 10000;

  @Alert('A device that delivers more messages than this a day after their refund raises an alert; 0: never.')
  @Int(0, RATE_MAX)
  ALERT_FREE_DELIVERIES: number = 20;
}

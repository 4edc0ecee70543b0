import { Bool, Int, Ports } from '../rules.js';
import { section } from '../variable.js';
import { GatewayVariables } from './gateways.js';

const Webhook = section('Webhooks of users');

export class WebhookVariables extends GatewayVariables {
  @Webhook('Ports that webhooks of users may use, with commas.')
  @Ports()
  WEBHOOK_PORTS: string = '443';

  @Webhook(
    'For development: allows plain http, any port and private addresses. Not in production. The embedded default on loopback always allows webhooks to the machine itself.',
  )
  @Bool()
  WEBHOOK_ALLOW_PRIVATE: boolean = false;

  @Webhook('Webhooks of one account.')
  @Int(1, 100)
  WEBHOOK_ENDPOINTS_MAX: number = 5;

  @Webhook('Deadline of one call of a webhook.')
  @Int(100, 60000)
  WEBHOOK_TIMEOUT_MS: number = 15000;

  @Webhook.tuning(
    'Delay between an event and its webhook calls, so that Sandi handles several events at once.',
  )
  @Int(50, 3600000)
  WEBHOOK_SWEEP_MS: number = 200;

  @Webhook('Concurrent webhook calls of a process; at most half of them to slow or failing webhooks.')
  @Int(2, 1000)
  WEBHOOK_CONCURRENCY: number = 64;

  @Webhook.tuning('Concurrent calls of a process to one webhook; one while it is failing.')
  @Int(1, 100)
  WEBHOOK_ENDPOINT_CONCURRENCY: number = 8;

  @Webhook('Failures in a row until the owner gets a mail; 0: never by number.')
  @Int(0, 1000)
  WEBHOOK_ALARM_FAILURES: number = 3;

  @Webhook('Minutes in which every call failed until the owner gets a mail; 0: never by time.')
  @Int(0, 10080)
  WEBHOOK_ALARM_MINUTES: number = 30;

  @Webhook('Days in which every call failed until Sandi turns the webhook off and mails its owner.')
  @Int(1, 365)
  WEBHOOK_DISABLE_DAYS: number = 5;

  @Webhook('How long Sandi keeps deliveries and their attempts.')
  @Int(1, 3650)
  WEBHOOK_LOG_DAYS: number = 30;
}

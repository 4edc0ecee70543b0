import { Bool, Int, Ports } from '../rules.js';
import { section } from '../variable.js';
import { GatewayVariables } from './gateways.js';

const Webhook = section('Webhooks of users');

export class WebhookVariables extends GatewayVariables {
  @Webhook('Ports that webhooks of users may use, with commas.')
  @Ports()
  WEBHOOK_PORTS: string = '443';

  @Webhook(
    'For development: webhooks may go over plain http, to any port and to private addresses. Refused in production. With SQLite outside production and HOST on loopback, webhooks to the machine itself are allowed without it.',
  )
  @Bool()
  WEBHOOK_ALLOW_PRIVATE: boolean = false;

  @Webhook('Webhooks of one account.')
  @Int(1, 100)
  WEBHOOK_ENDPOINTS_MAX: number = 5;

  @Webhook('Deadline of one call of a webhook.')
  @Int(100, 60000)
  WEBHOOK_TIMEOUT_MS: number = 15000;

  @Webhook(
    'So long after an event it is handed to webhooks, with those of the same moment. What a process left that is gone is looked for every 30 s.',
    { tuning: true },
  )
  @Int(50, 3600000)
  WEBHOOK_SWEEP_MS: number = 200;

  @Webhook('Webhook calls under way of one process; at most half of them to webhooks that are failing.')
  @Int(2, 1000)
  WEBHOOK_CONCURRENCY: number = 64;

  @Webhook('Calls under way of one process to one webhook; one while it is failing.', { tuning: true })
  @Int(1, 100)
  WEBHOOK_ENDPOINT_CONCURRENCY: number = 8;

  @Webhook('So many failures of a webhook in a row alarm its owner; 0: not by their number.')
  @Int(0, 1000)
  WEBHOOK_ALARM_FAILURES: number = 3;

  @Webhook('A webhook that has only failed for so many minutes alarms its owner; 0: not by the time.')
  @Int(0, 10080)
  WEBHOOK_ALARM_MINUTES: number = 30;

  @Webhook('A webhook that has only failed for so long is switched off, with a mail to its owner.')
  @Int(1, 365)
  WEBHOOK_DISABLE_DAYS: number = 5;

  @Webhook('How long deliveries and their attempts are kept.')
  @Int(1, 3650)
  WEBHOOK_LOG_DAYS: number = 30;
}

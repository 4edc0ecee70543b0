import { Webhook } from 'standardwebhooks';
import { USER_AGENT } from '../platform/process/project.js';

export interface Envelope {
  /** The event's reference: the same at every attempt and replay. */
  id: string;
  body: string;
}

/** The headers of Standard Webhooks, signed by each of `secrets`: whoever holds one of them can verify. */
export function signedHeaders({ id, body }: Envelope, secrets: readonly string[], at: Date) {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

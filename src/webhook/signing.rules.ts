import { Webhook } from 'standardwebhooks';
import { USER_AGENT } from '../platform/process/project.js';

export interface Envelope {
  /** The event's reference: constant over attempts and replays. */
  id: string;
  body: string;
}

/** Standard Webhooks headers, signed with each of `secrets`. */
export function signedHeaders({ id, body }: Envelope, secrets: readonly string[], at: Date) {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export type Reported = 'sent' | 'failed' | 'delivered';

export interface Callback {
  raw: string;
  headers: Record<string, string>;
}

/** The event of docs/contract.md, with our reference where the gateway tells it. */
export function statusEvent(id: string, status: Reported, reference?: string): object {
  return { event: 'message.status', payload: { id, status, error: null, reference } };
}

/** A callback as a gateway with that secret would sign it at that moment. */
export function signedCallback(event: object | string, secret: string, at: Date): Callback {
  const raw = typeof event === 'string' ? event : JSON.stringify(event);
  const id = `msg_${randomUUID()}`;
  return {
    raw,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(id, at, raw),
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Simulator } from '../../simulator/gateway.js';

const ATTEMPTS_MAX = 30;
const RETRY_MS = 250;
const FIRST_MS = 10;

/** Reports messages as delivered before their send is answered, as a gateway does that does not echo references. */
export class WebhookSender {
  /** Gateway ids whose report was answered with 2xx. */
  readonly taken = new Set<string>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly signer: Webhook;
  private isClosed = false;

  constructor(
    private readonly url: string,
    secret: string,
    private readonly gateway: Simulator,
  ) {
    this.signer = new Webhook(secret, { format: 'raw' });
  }

  report(reference: string): void {
    const run = this.insist(reference).finally(() => this.underWay.delete(run));
    this.underWay.add(run);
  }

  async drain(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.drain();
  }

  private async insist(reference: string): Promise<void> {
    await sleep(FIRST_MS);
    const id = this.gateway.find(reference)?.id;
    if (id === undefined) return;
    for (let attempt = 0; attempt < ATTEMPTS_MAX && !this.isClosed; attempt++) {
      if (await this.post(id)) return void this.taken.add(id);
      await sleep(RETRY_MS);
    }
  }

  private async post(id: string): Promise<boolean> {
    const body = JSON.stringify({
      event: 'message.status',
      payload: { id, status: 'delivered', error: null },
    });
    const webhookId = `msg_${id}`;
    const at = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': this.signer.sign(webhookId, at, body),
    };
    return fetch(this.url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    );
  }
}

import { Pool } from 'undici';
import { callOf, type Gateway, idOf, SOCKETS_MAX, TIMEOUT_MS } from './gateway.js';

/** Calls the gateway over a pool of connections of undici. */
export class PoolGateway implements Gateway {
  private readonly pool: Pool;

  constructor(
    url: string,
    private readonly token: string,
  ) {
    const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    this.pool = new Pool(url, { connections: SOCKETS_MAX, ...timeouts });
  }

  async send(to: string, text: string, reference: string): Promise<string> {
    const { statusCode, body } = await this.pool.request(callOf(this.token, to, text, reference));
    return idOf(statusCode, await body.json());
  }
}

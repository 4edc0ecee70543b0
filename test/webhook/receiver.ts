import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivered {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What an event says. */
interface Body {
  type: string;
  livemode: boolean;
  data: Record<string, unknown>;
}

/** How a receiver answers; `hang`: never. */
export type Behaviour = 'hang' | { status: number; body?: string; headers?: Record<string, string> };

/** An integrator's server on loopback: keeps what it gets, and answers as it is told to, path by path. */
export class Receiver {
  readonly received: Delivered[] = [];
  private readonly behaviours = new Map<string, Behaviour>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        receiver.received.push({ path, headers, body: Buffer.concat(chunks).toString('utf8') });
        receiver.answer(path, response);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  behave(path: string, behaviour: Behaviour): void {
    this.behaviours.set(path, behaviour);
  }

  at(path: string): Delivered[] {
    return this.received.filter((delivered) => delivered.path === path);
  }

  bodiesAt(path: string): Body[] {
    return this.at(path).map(({ body }) => JSON.parse(body) as Body);
  }

  /** Cuts those who still wait for an answer. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(path: string, response: ServerResponse): void {
    const behaviour = this.behaviours.get(path) ?? { status: 200, body: 'ok' };
    if (behaviour === 'hang') return;
    response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
  }
}

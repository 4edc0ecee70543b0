import { Agent, type IncomingMessage, request } from 'node:http';

/** Sends a message. Resolves with the gateway's id of it; rejects if the gateway did not accept it. */
export interface Gateway {
  send(to: string, text: string, reference: string): Promise<string>;
}

export const SOCKETS_MAX = 256;
export const TIMEOUT_MS = 15_000;

/** Calls the gateway over keep-alive connections of node:http. */
export class AgentGateway implements Gateway {
  private readonly agent = new Agent({
    keepAlive: true,
    maxSockets: SOCKETS_MAX,
    maxFreeSockets: SOCKETS_MAX,
  });
  private readonly target: { host: string; port: string };

  constructor(
    url: string,
    private readonly token: string,
  ) {
    const { hostname, port } = new URL(url);
    this.target = { host: hostname, port };
  }

  send(to: string, text: string, reference: string): Promise<string> {
    const { body, ...call } = callOf(this.token, to, text, reference);
    return new Promise((resolve, reject) => {
      const options = { ...this.target, ...call, agent: this.agent, timeout: TIMEOUT_MS };
      const underWay = request(options, (answer) => {
        textOf(answer)
          .then((text) => idOf(answer.statusCode, JSON.parse(text)))
          .then(resolve, reject);
      });
      underWay.once('error', reject);
      underWay.once('timeout', () => underWay.destroy(new Error('no answer from the gateway in time')));
      underWay.end(body);
    });
  }
}

function textOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = '';
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => (body += text));
    answer.once('error', reject);
    answer.once('end', () => resolve(body));
  });
}

/** The request of a send. */
export function callOf(token: string, to: string, text: string, reference: string) {
  const body = JSON.stringify({ to, text, reference });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'idempotency-key': reference,
  };
  return { method: 'POST', path: '/messages', headers, body } as const;
}

/** The id in a gateway's response. Throws if the gateway did not accept the message. */
export function idOf(status: number | undefined, body: unknown): string {
  const { id } = body as { id?: string };
  if (status !== 202 || !id) throw new Error(`the gateway answered ${status}`);
  return id;
}

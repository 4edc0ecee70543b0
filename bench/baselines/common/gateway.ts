import { Agent, request, type IncomingMessage } from 'node:http';

const SOCKETS_MAX = 256;
const TIMEOUT_MS = 15_000;

/** Calls the gateway over kept connections; resolves with its id of the message, and rejects when there is none. */
export class Gateway {
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
    const body = JSON.stringify({ to, text, reference });
    const headers = {
      authorization: `Bearer ${this.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': reference,
    };
    return new Promise((resolve, reject) => {
      const options = { ...this.target, method: 'POST', path: '/messages', agent: this.agent, headers };
      const call = request({ ...options, timeout: TIMEOUT_MS }, (answer) => {
        readId(answer).then(resolve, reject);
      });
      call.once('error', reject);
      call.once('timeout', () => call.destroy(new Error('no answer from the gateway in time')));
      call.end(body);
    });
  }
}

function readId(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = '';
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => (body += text));
    answer.once('error', reject);
    answer.once('end', () => {
      const { id } = JSON.parse(body) as { id?: string };
      if (answer.statusCode === 202 && id) resolve(id);
      else reject(new Error(`the gateway answered ${answer.statusCode}`));
    });
  });
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

const DRIP_MS = 50;
/** Who still waits then gets the answer. */
const DRIPS_MS = 10_000;

/** What the server does with a request: an answer, or part of one, or none. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  /** The connection ends without an answer, or in the middle of it. */
  cut?: boolean;
  /** Nothing comes. */
  hang?: boolean;
  /** It does not tell its length, and comes in two chunks. */
  chunked?: boolean;
  /** In the head or before the body a space comes now and then, far longer than anybody waits: no pause is long. */
  drip?: 'head' | 'body';
}

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers requests by a script, on loopback, below a path: as behind a proxy. */
export class ScriptedServer {
  seen: SeenRequest[] = [];
  private script: ScriptedAnswer[] = [];
  private last: ScriptedAnswer | undefined;
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      this.seen.push({ method, path: url.slice('/sandi'.length), headers, body });
      play(this.script.shift() ?? this.last ?? { status: 599, text: 'more requests than answers' }, response);
    });
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/sandi/`;
  }

  /** @param again whether the last answer is that of all later requests */
  play(script: ScriptedAnswer[], again = false): void {
    this.script = [...script];
    this.last = again ? script.at(-1) : undefined;
    this.seen = [];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function play(
  { status = 200, headers, body, text: plain, cut, hang, chunked, drip: where }: ScriptedAnswer,
  response: ServerResponse,
) {
  if (hang) return;
  if (cut && plain === undefined) return response.socket?.destroy();
  const content = plain ?? JSON.stringify(body);
  if (where && response.socket) return drip(where, content, response.socket);
  const type = plain === undefined ? 'application/json' : 'text/html';
  const length = { 'content-length': Buffer.byteLength(content) + (cut ? 100 : 0) };
  response.writeHead(status, { 'content-type': type, ...(!chunked && length), ...headers });
  if (chunked) response.write(' ');
  if (cut) response.write(content, () => response.socket?.destroy());
  else response.end(content);
}

function drip(where: 'head' | 'body', content: string, socket: Socket): void {
  const [before, after] = where === 'head' ? ['x-drip:', '\r\n\r\n'] : ['\r\n', ''];
  socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n${before}`);
  const dripping = setInterval(() => socket.write(' '), DRIP_MS);
  const over = setTimeout(() => {
    clearInterval(dripping);
    socket.end(after + content);
  }, DRIPS_MS);
  socket.once('close', () => {
    clearInterval(dripping);
    clearTimeout(over);
  });
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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
  { status = 200, headers, body, text: plain, cut, hang }: ScriptedAnswer,
  response: ServerResponse,
) {
  if (hang) return;
  if (cut && plain === undefined) return response.socket?.destroy();
  const content = plain ?? JSON.stringify(body);
  const type = plain === undefined ? 'application/json' : 'text/html';
  const length = Buffer.byteLength(content) + (cut ? 100 : 0);
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers });
  if (cut) response.write(content, () => response.socket?.destroy());
  else response.end(content);
}

import { type Agent, request as send } from 'node:http';
import type { FuzzedRequest } from './request.js';

export interface Exchange {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  tookMs: number;
}

/** What the bytes of a request came to; an error where there was no answer at all. Not by fetch, which tidies them up. */
export function exchange(url: string, agent: Agent, request: FuzzedRequest): Promise<Exchange | Error> {
  const { hostname, port } = new URL(url);
  const { method, target: path, headers, body } = request;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    try {
      const sent = { ...lengthOf(request), ...headers };
      const outgoing = send(
        { hostname, port, method, path, headers: sent, agent, timeout: 30_000 },
        (incoming) => {
          const chunks: Buffer[] = [];
          // What goes on without end is told by its head.
          if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
            incoming.once('data', () => incoming.destroy());
            incoming.once('close', () => incoming.emit('end'));
          }
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', resolve);
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: Buffer.concat(chunks).toString(),
              tookMs: performance.now() - startedAt,
            }),
          );
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in 30 s')));
      outgoing.on('error', resolve);
      outgoing.end(body);
    } catch (error) {
      resolve(error as Error);
    }
  });
}

/** Node names none for a HEAD with a body, which would be the bytes of a request of its own. */
function lengthOf({ method, body }: FuzzedRequest): { 'content-length'?: number } {
  return method === 'HEAD' && body !== undefined ? { 'content-length': Buffer.byteLength(body) } : {};
}

import type { Agent, IncomingMessage } from 'node:http';
import type { Departure } from './departure.js';

interface DirectPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  agent: Agent;
  encoding: BufferEncoding;
  answerBytesMax: number;
  signal: AbortSignal;
}

export interface DirectAnswer {
  status: number;
  body: string;
}

/** Posts straight over node:http: on the way of every send, axios would take longer than all that Sandi does itself. */
export function postDirectly(
  { url, headers, body, agent, encoding, answerBytesMax, signal }: DirectPost,
  departure: Departure,
): Promise<DirectAnswer> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const length = String(Buffer.byteLength(body));
  const options = {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: `${pathname}${search}`,
    method: 'POST',
    headers: { ...headers, 'content-length': length },
    agent,
  };
  return new Promise((resolve, reject) => {
    const request = departure.request(options, (response) => {
      readText(response, encoding, answerBytesMax).then(
        (text) => resolve({ status: response.statusCode ?? 0, body: text }),
        reject,
      );
    });
    const abort = () => request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNABORTED' }));
    signal.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal.removeEventListener('abort', abort));
    request.once('error', reject);
    request.end(body);
  });
}

/** Fails when the answer is longer than it may be, or ends before its end. */
function readText(response: IncomingMessage, encoding: BufferEncoding, bytesMax: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > bytesMax)
        response.destroy(Object.assign(new Error('too long'), { code: 'ERR_BAD_RESPONSE' }));
    });
    response.once('end', () => resolve(Buffer.concat(chunks).toString(encoding)));
    response.once('error', reject);
    response.once('close', () => {
      if (!response.readableEnded) reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
    });
  });
}

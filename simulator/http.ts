import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that is refused as it stands; answered as its status with `{error}`. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const BODY_MAX_BYTES = 16 * 1024;

/**
 * @returns the parsed body, unchecked
 * @throws RequestError 413 over 16 KiB, 400 when it is no JSON
 * @throws Error when the connection is cut before the body has ended
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request);
  try {
    return JSON.parse(body);
  } catch {
    throw new RequestError(400, 'body is not JSON');
  }
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      // What is too much is still read, then thrown away: a caller amid its body would not see the answer.
      if (bytes <= BODY_MAX_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.once('end', () => {
      if (bytes <= BODY_MAX_BYTES) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new RequestError(413, `body is larger than ${BODY_MAX_BYTES} bytes`));
    });
    request.once('error', reject);
    // After a cut the end never comes. After the end this comes too, and changes nothing.
    request.once('close', () => reject(new Error('the connection was cut')));
  });
}

/** Answers with JSON; resolves once the answer has left or the connection is gone. */
export function answerJson(response: ServerResponse, status: number, body: object): Promise<void> {
  return answer(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

/** Answers with any body; resolves once the answer has left or the connection is gone. */
export function answer(response: ServerResponse, status: number, type: string, body: string): Promise<void> {
  // The request's socket, since a response that waits behind a pipelined one has none yet.
  const { socket } = response.req;
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('close', done);
      resolve();
    };
    socket.once('close', done);
    response.once('close', done);
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
}

/** Cuts the connection without an answer. */
export function cut(response: ServerResponse): void {
  response.req.socket.destroy();
}

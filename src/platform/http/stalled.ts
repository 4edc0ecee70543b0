import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How many times a response is looked at before it is ended. */
const LOOKS = 6;

/** Bytes that the operating system has taken of a socket; it takes more only as its reader reads. */
const sentOf = (socket: Socket) => {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
};

interface Watched {
  socket: Socket;
  sent: number;
  sinceMs: number;
}

/**
 * Ends responses that have bytes to send and get none of them through for `limitMs`: downloads, event streams and every
 * other answer whose client does not read. What waits for the service itself has no bytes to send, and is left alone.
 */
export function endStalled(fastify: FastifyInstance, limitMs: number): void {
  const watched = new Map<{ writableLength: number }, Watched>();
  fastify.addHook('onRequest', (request, { raw: response }, done) => {
    watched.set(response, { socket: request.raw.socket, sent: 0, sinceMs: performance.now() });
    response.once('close', () => watched.delete(response));
    done();
  });
  const look = () => {
    const nowMs = performance.now();
    for (const [response, state] of watched) {
      const sent = sentOf(state.socket);
      if (response.writableLength > 0 && sent === state.sent) {
        if (nowMs - state.sinceMs >= limitMs) state.socket.destroy();
      } else Object.assign(state, { sent, sinceMs: nowMs });
    }
  };
  const timer = setInterval(look, Math.max(20, limitMs / LOOKS));
  timer.unref();
  fastify.addHook('onClose', (_, done) => {
    clearInterval(timer);
    done();
  });
}

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const CHECKS_PER_LIMIT = 6;

/** Bytes that the operating system has accepted. The number grows only while the client reads. */
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
 * Ends responses that make no progress for `limitMs` although they have bytes to send, such as downloads whose
 * client does not read. Responses that wait for the service have no bytes to send.
 */
export function endStalled(fastify: FastifyInstance, limitMs: number): void {
  const watched = new Map<{ writableLength: number }, Watched>();
  fastify.addHook('onRequest', (request, { raw: response }, done) => {
    watched.set(response, { socket: request.raw.socket, sent: 0, sinceMs: performance.now() });
    response.once('close', () => watched.delete(response));
    done();
  });
  const check = () => {
    const nowMs = performance.now();
    for (const [response, state] of watched) {
      const sent = sentOf(state.socket);
      if (response.writableLength > 0 && sent === state.sent) {
        if (nowMs - state.sinceMs >= limitMs) state.socket.destroy();
      } else Object.assign(state, { sent, sinceMs: nowMs });
    }
  };
  const timer = setInterval(check, Math.max(20, limitMs / CHECKS_PER_LIMIT));
  timer.unref();
  fastify.addHook('onClose', (_, done) => {
    clearInterval(timer);
    done();
  });
}

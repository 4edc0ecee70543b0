import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';

/**
 * Stops the server gracefully. For `delayMs` it takes requests, each as the last of its connection, so that
 * proxies see /health fail first. Then it closes idle connections, also those without any request. Open
 * requests get their responses. Closing waits for all handlers, also of disconnected clients, so that the
 * stores never close during a send.
 */
export function drainOnClose(fastify: FastifyInstance, delayMs: number): void {
  const sockets = new Set<Socket>();
  const underWay = new Set<FastifyReply>();
  const handlers = new Set<Promise<unknown>>();
  let [closing, closed] = [false, false];

  fastify.server.on('connection', (socket) => {
    if (closed) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    underWay.add(reply);
    reply.raw.once('close', () => {
      underWay.delete(reply);
      if (closing) request.raw.socket.destroySoon();
    });
    done();
  });
  fastify.addHook('onRoute', (route) => countHandlers(route, handlers));
  fastify.addHook('preClose', async () => {
    closing = true;
    for (const reply of underWay) if (!reply.raw.headersSent) void reply.header('connection', 'close');
    if (delayMs > 0) {
      await sleep(delayMs);
      // Waits until the event loop has accepted the waiting connections: closing now would reset them.
      await setImmediate();
    }
    closed = true;
    const busy = new Set([...underWay].map((reply) => reply.request.raw.socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  });
  fastify.addHook('onClose', async () => {
    while (handlers.size > 0) await Promise.allSettled(handlers);
  });
}

function countHandlers(route: RouteOptions, running: Set<Promise<unknown>>): void {
  const { handler } = route;
  route.handler = function (request, reply) {
    const result: unknown = handler.call(this, request, reply);
    if (result instanceof Promise) {
      const isOver = () => running.delete(result);
      running.add(result);
      result.then(isOver, isOver);
    }
    return result;
  };
}

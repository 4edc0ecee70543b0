import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';

/**
 * How the server ends. Connections without a request under way go at once, also those that never sent one (Node would
 * wait for them); a request under way gets its answer as the last one of its connection; and closing lasts until the
 * handlers have returned, also those whose caller has gone, so that the stores never close under a send.
 */
export function drainOnClose(fastify: FastifyInstance): void {
  const sockets = new Set<Socket>();
  const underWay = new Set<FastifyReply>();
  const handlers = new Set<Promise<unknown>>();
  let closing = false;

  fastify.server.on('connection', (socket) => {
    if (closing) return void socket.destroy();
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
  fastify.addHook('preClose', (done) => {
    closing = true;
    const busy = new Set<Socket>();
    for (const reply of underWay) {
      busy.add(reply.request.raw.socket);
      if (!reply.raw.headersSent) void reply.header('connection', 'close');
    }
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
    done();
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

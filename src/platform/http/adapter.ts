import type { Socket } from 'node:net';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { AppError, type ErrorCode } from '../errors/index.js';
import { randomId } from '../ids/random.js';
import { queueReads } from '../limits/read-queue.js';
import { plainAddress } from '../net/address.js';
import type { Metrics } from '../observability/index.js';
import type { CommonSettings } from '../process/common-settings.js';
import { drainOnClose } from './drain.js';
import { EnvelopeAdapter, languageHeaders, languageOfRequest, renderingOf } from './envelope.js';
import { deferBodies, noteBrokenBody } from './request-body.js';
import { unknownMembers } from './request-notes.js';
import { COMMON_RESPONSE_HEADERS, securityHeaders } from './response-headers.js';
import { traitsOf } from './route-config.js';
import type { RouteTable } from './route-table.js';
import { endStalled } from './stalled.js';

export interface AdapterOptions {
  config: CommonSettings;
  /** Limit for bodies in foreign formats. */
  foreignBodyBytes: number;
  logger: Logger;
  routes: RouteTable;
  metrics: Metrics;
}

/** Configures Fastify: limits, bodies that are read later, our own request ids, envelopes for all failures. */
export function createAdapter({ config, foreignBodyBytes, logger, routes, metrics }: AdapterOptions) {
  const headers = securityHeaders(config);
  const adapter = new EnvelopeAdapter({
    // Fastify would log the address at level `info`; main.ts logs it once.
    loggerInstance: logger.child({}, { level: logger.isLevelEnabled('warn') ? 'warn' : logger.level }),
    // A child logger per request would cost more than the line that it writes. The line itself has the request id.
    childLoggerFactory: () => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.BODY_LIMIT_BYTES,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    http: {
      // Node would respond with an empty 400; rejectInvalidHttp() sends an envelope.
      requireHostHeader: false,
      headersTimeout: config.REQUEST_TIMEOUT_MS,
      // Node's default is 30 s.
      connectionsCheckingInterval: Math.min(1_000, config.REQUEST_TIMEOUT_MS),
    },
    trustProxy: config.trustProxy,
    // Paths contain gateway ids, which may be as long as their column.
    routerOptions: { maxParamLength: 255 },
    // A client's own id could put a phone number into the log.
    genReqId: () => randomId(),
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, config.publicUrl, routes),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const code = error.statusCode === 414 ? 'uri_too_long' : 'bad_request';
      void reply
        .code(error.statusCode ?? 400)
        .headers({ ...headers, ...languageHeaders(languageOfRequest(request)), 'x-request-id': request.id })
        .send(new AppError(code).envelope(renderingOf(request)));
    },
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  fastify.decorate('publicUrl', config.publicUrl);
  routes.watch(fastify);
  drainOnClose(fastify, config.SHUTDOWN_DELAY_MS);
  endStalled(fastify, config.RESPONSE_STALL_MS);
  deferBodies(fastify, { own: config.BODY_LIMIT_BYTES, foreign: foreignBodyBytes });
  fastify.addHook('onRequest', (request, reply, done) => {
    normaliseClientAddress(request);
    reply.header('x-request-id', request.id).headers(headers);
    rejectInvalidHttp(request, done);
  });
  queueReads(fastify);
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const unknown = unknownMembers.get(request);
    if (unknown) void reply.header('sandi-unknown-parameters', unknown.join(', '));
    done(null, payload);
  });
  // Node would respond to an unknown Expect with an empty 417.
  fastify.server.on('checkExpectation', (request, response) => {
    fastify.server.emit('request', request, response);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    observe(request, reply, metrics);
    done();
  });
  return adapter;
}

/** Rejects what HTTP/1.1 forbids: no Host header, or an `Expect` other than `100-continue`. */
function rejectInvalidHttp({ raw, url, is404, method }: FastifyRequest, done: (error?: Error) => void): void {
  const { host, expect } = raw.headers;
  // Fastify would check the media type before the path.
  if (is404 && method === 'QUERY') done(new AppError('not_found'));
  else if (url.startsWith('/api/') && !hasDecodableQuery(url))
    done(new AppError('bad_request', { detail: QUERY_NOT_UTF8 }));
  else if (raw.httpVersion !== '1.1') done();
  else if (host === undefined) done(new AppError('bad_request', { logDetail: 'no Host header' }));
  else if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    done(new AppError('bad_request', { logDetail: 'unknown Expect header' }));
  else done();
}

const QUERY_NOT_UTF8 = {
  id: 'Query string memuat percent-encoding yang tidak valid. Tulis nilainya sebagai UTF-8.',
  en: 'The query string has invalid percent-encoding. Write its values as UTF-8.',
};

/** Whether the percent-encoding is valid. Fastify's parser would pass invalid parts on as they are. */
function hasDecodableQuery(url: string): boolean {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return true;
  try {
    decodeURIComponent(url.slice(start));
    return true;
  } catch {
    return false;
  }
}

function observe(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const { method } = request;
  const route = routeOf(request);
  const status = reply.statusCode;
  if (!traitsOf(request).isEndless)
    metrics.httpRequests.observe({ method, route, status }, reply.elapsedTime / 1000);
  const durationMs = Math.round(reply.elapsedTime);
  request.log.info({ reqId: request.id, method, route, status, durationMs }, 'request');
}

/** The route pattern: paths may contain phones and keys. */
function routeOf(request: FastifyRequest): string {
  return request.is404 ? '(unknown)' : (request.routeOptions.url ?? '(unknown)');
}

const BROKEN: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** The first bytes of a request with an unknown method. */
const REQUEST_LINE = /^[A-Z]{1,20} (\/[^ ]*) HTTP\/1\.[01]\r?\n/;

/** The error for an unknown method on a path that exists. */
function unknownMethod(
  { code, rawPacket }: { code?: string; rawPacket?: unknown },
  routes: RouteTable,
): AppError | undefined {
  if (code !== 'HPE_INVALID_METHOD') return undefined;
  const [, url] = (Buffer.isBuffer(rawPacket) && REQUEST_LINE.exec(rawPacket.toString('latin1'))) || [];
  const allowed = url === undefined ? [] : routes.methodsFor(url);
  return allowed.length === 0
    ? undefined
    : new AppError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}

/** Sends an envelope where Node found no request: invalid HTTP, headers too large, or bytes too slow. */
function answerBrokenRequest(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
  publicUrl: string,
  routes: RouteTable,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = randomId();
  const failure = unknownMethod(error, routes) ?? new AppError(BROKEN[error.code ?? ''] ?? 'bad_request');
  noteBrokenBody(socket, failure.code);
  const body = JSON.stringify(failure.envelope({ requestId, language: 'id', publicUrl }));
  socket.end(
    [
      `HTTP/1.1 ${failure.spec.status} ${failure.code}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries({ ...COMMON_RESPONSE_HEADERS, ...languageHeaders('id'), ...failure.headers }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** The address of a request whose socket has closed. */
const NOWHERE = '0.0.0.0';

/** Normalises `request.ip` once. If a proxy sent no valid address, the proxy's own address counts. */
function normaliseClientAddress(request: FastifyRequest): void {
  const written = request.ip as string | undefined;
  const value = plainAddress(written ?? '') ?? plainAddress(request.socket?.remoteAddress ?? '') ?? NOWHERE;
  if (value !== written) Object.defineProperty(request, 'ip', { value });
}

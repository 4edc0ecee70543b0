import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/index.js';
import { AppError, type ErrorCode } from '../errors/index.js';
import { withSourcePositions } from '../observability/index.js';
import { languageHeaders, languageOfRequest, renderingOf } from './envelope.js';
import { ReplayedResponse } from './replayed-response.js';
import { noteFailure, noteReplay } from './request-notes.js';
import type { RouteTable } from './route-table.js';

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'bad_request',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'body_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  431: 'headers_too_large',
};

const REPLAYED = { 'content-type': 'application/json; charset=utf-8', 'idempotency-replayed': 'true' };

/** Renders errors as failure envelopes; unexpected ones expose only the request id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly routes: RouteTable) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (thrown instanceof ReplayedResponse) {
      noteReplay(request, thrown.status, thrown.json);
      void reply.code(thrown.status).headers(REPLAYED).send(thrown.json);
      return;
    }
    const error = this.methodError(toAppError(thrown), request);
    logFailure(request, error);
    if (reply.sent) return;
    void reply.code(error.spec.status).headers(error.headers);
    if (error.extra.isBare) void reply.send();
    else
      void reply
        .headers(languageHeaders(languageOfRequest(request)))
        .send(error.envelope(renderingOf(request)));
  }

  /** 405 instead of 404 if the path exists with another method. */
  private methodError(error: AppError, request: FastifyRequest): AppError {
    if (error.code !== 'not_found') return error;
    const allowed = this.routes.methodsFor(request.url);
    // A route with a parameter may match a path of other methods.
    return allowed.length === 0 || (!request.is404 && allowed.includes(request.method))
      ? error
      : new AppError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
  }
}

export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isUnavailable(thrown)) return new AppError('unavailable', { cause: thrown });
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  return new AppError(BY_STATUS[status] ?? 'internal_error', { cause: thrown });
}

/** Fastify's errors have `statusCode` and an `FST_` code. */
function statusOf(thrown: unknown): number {
  const { statusCode, code } = (thrown ?? {}) as { statusCode?: unknown; code?: unknown };
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number'
    ? statusCode
    : 500;
}

/** Logs a failure in one line and notes it for later hooks. */
export function logFailure(request: FastifyRequest, error: AppError): void {
  noteFailure(request, error);
  const { logDetail, cause, log } = error.extra;
  const level = log ?? error.spec.log ?? 'info';
  // Parsers and routers quote input, and query errors contain parameters: only our own faults are logged with
  // message and stack.
  const ours = level === 'error' || level === 'warn';
  const err =
    ours && cause instanceof Error
      ? { message: cause.message, stack: withSourcePositions(cause.stack) }
      : undefined;
  request.log[level]({ reqId: request.id, code: error.code, detail: logDetail, err }, 'request failed');
}

import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/index.js';
import { AppError, type ErrorCode } from '../errors/index.js';
import { inSources } from '../observability/index.js';
import { languageHeaders, languageOfRequest, renderingOf } from './envelope.js';
import { ReplayedAnswer } from './replayed-answer.js';
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

/** Turns whatever was thrown into a failure envelope; an unexpected error tells nothing but the request id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly routes: RouteTable) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (thrown instanceof ReplayedAnswer) {
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

  /** An address that exists under another method is a 405, not a 404. */
  private methodError(error: AppError, request: FastifyRequest): AppError {
    if (error.code !== 'not_found') return error;
    const allowed = this.routes.methodsFor(request.url);
    // A route with a parameter may have taken the last part of an address that knows other methods.
    return allowed.length === 0 || (!request.is404 && allowed.includes(request.method))
      ? error
      : new AppError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
  }
}

/** The failure that stands for whatever was thrown. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isUnavailable(thrown)) return new AppError('unavailable', { cause: thrown });
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  return new AppError(BY_STATUS[status] ?? 'internal_error', { cause: thrown });
}

/** Fastify's own errors carry `statusCode` and an `FST_` code. */
function statusOf(thrown: unknown): number {
  const { statusCode, code } = (thrown ?? {}) as { statusCode?: unknown; code?: unknown };
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number'
    ? statusCode
    : 500;
}

/** The one line that a failure leaves in the log; whoever tells of the request afterwards finds it noted too. */
export function logFailure(request: FastifyRequest, error: AppError): void {
  noteFailure(request, error);
  const { logDetail, cause, log } = error.extra;
  const level = log ?? error.spec.log ?? 'info';
  // Messages of parsers and routers quote what the caller sent, and query errors carry parameters: only faults of
  // ours are told in full, as message and stack.
  const ours = level === 'error' || level === 'warn';
  const err =
    ours && cause instanceof Error ? { message: cause.message, stack: inSources(cause.stack) } : undefined;
  request.log[level]({ reqId: request.id, code: error.code, detail: logDetail, err }, 'request failed');
}

import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../platform/errors/index.js';
import { languageHeaders, languageOfRequest, logFailure, toAppError } from '../platform/http/index.js';
import type { FailureForm } from '../platform/openapi/index.js';
import { SupabaseAnswer } from './hooks.dto.js';

/**
 * Errors whose message the user should see: Supabase Auth shows the `error` of a response with status 200. It turns any
 * other status into its own 500, and retries at once if there is a Retry-After.
 */
const SHOWN_WITH_200: ErrorCode[] = [
  'rate_limited',
  'phone_invalid',
  'otp_code_invalid',
  'recipient_limited',
  'hook_unavailable',
];

export const SUPABASE_FAILURE: FailureForm = {
  Model: SupabaseAnswer,
  of: (http_code, message): SupabaseAnswer => ({ error: { http_code, message } }),
};

/** Responds to failures in the format of Supabase Auth. */
@Catch()
export class SupabaseFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const error = toAppError(thrown);
    const request = http.getRequest<FastifyRequest>();
    logFailure(request, error);
    const reply = http.getResponse<FastifyReply>();
    if (reply.sent) return;
    const { status } = error.spec;
    const language = languageOfRequest(request);
    void reply
      .code(SHOWN_WITH_200.includes(error.code) ? 200 : status)
      .headers({ ...error.headers, ...languageHeaders(language) })
      .send(SUPABASE_FAILURE.of(status, error.messageIn(language)));
  }
}

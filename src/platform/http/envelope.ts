import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rendering } from '../errors/index.js';
import { acceptedLanguage } from '../text/language.js';
import type { Language } from '../text/message-template.rules.js';
import { routeTrait, type RouteTraits, traitsOf } from './route-config.js';

export const ResponseMessage = (message: NonNullable<RouteTraits['message']>) => routeTrait({ message });

/** For responses without our envelope, such as Prometheus text. */
export const BareResponse = () => routeTrait({ isBare: true });

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: string;
  }
}

export const languageOfRequest = ({ headers }: FastifyRequest): Language =>
  acceptedLanguage(headers['accept-language']);

/** Headers of responses that depend on `Accept-Language`. */
export const languageHeaders = (language: Language) => ({
  'content-language': language,
  vary: 'Accept-Language',
});

export const renderingOf = (request: FastifyRequest): Rendering => ({
  requestId: request.id,
  language: languageOfRequest(request),
  publicUrl: request.server.publicUrl,
});

/** The success envelope: `{success: true, message?, data?}`. */
export function envelopeOf(request: FastifyRequest, data: unknown): object {
  const { message: told } = traitsOf(request);
  const message = typeof told === 'function' ? told(data) : told;
  return {
    success: true,
    ...(message && { message: message[languageOfRequest(request)] }),
    ...(data === undefined ? {} : { data }),
  };
}

/** Wraps the results of handlers in the envelope. Failures are sent by {@link ErrorFilter}. */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, body: unknown, statusCode?: number): FastifyReply {
    const { request } = reply;
    const { isBare, message } = traitsOf(request);
    if (!isBare && message) void reply.headers(languageHeaders(languageOfRequest(request)));
    const isSent = isBare || body instanceof StreamableFile;
    return super.reply(reply, isSent ? body : envelopeOf(request, body), statusCode);
  }
}

import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rendering } from '../errors/index.js';
import { acceptedLanguage, type Words } from '../text/language.js';
import type { Language } from '../text/message-template.rules.js';
import { routeTrait, traitsOf } from './route-config.js';

/** The `message` of a handler's success envelope. */
export const AnswerMessage = (message: Words) => routeTrait({ message });

/** For the few answers whose form others prescribe (Prometheus text, an empty answer). */
export const BareAnswer = () => routeTrait({ isBare: true });

declare module 'fastify' {
  interface FastifyInstance {
    /** The address that the world reaches the service at. */
    publicUrl: string;
  }
}

/** The language in which a request wants its response. */
export const languageOfRequest = ({ headers }: FastifyRequest): Language =>
  acceptedLanguage(headers['accept-language']);

/** The headers of a response whose words depend on `Accept-Language`. */
export const languageHeaders = (language: Language) => ({
  'content-language': language,
  vary: 'Accept-Language',
});

/** What the failure of a request is rendered with. */
export const renderingOf = (request: FastifyRequest): Rendering => ({
  requestId: request.id,
  language: languageOfRequest(request),
  publicUrl: request.server.publicUrl,
});

/** What a handler returned, in its success envelope: `{success: true, message?, data?}`. */
export function envelopeOf(request: FastifyRequest, data: unknown): object {
  const { message } = traitsOf(request);
  return {
    success: true,
    ...(message && { message: message[languageOfRequest(request)] }),
    ...(data === undefined ? {} : { data }),
  };
}

/** Puts what handlers return in its envelope. Failures do not come this way: their filter sends them itself. */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, body: unknown, statusCode?: number): FastifyReply {
    const { request } = reply;
    const { isBare, message } = traitsOf(request);
    if (!isBare && message) void reply.headers(languageHeaders(languageOfRequest(request)));
    return super.reply(reply, isBare ? body : envelopeOf(request, body), statusCode);
  }
}

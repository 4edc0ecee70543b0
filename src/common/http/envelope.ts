import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rendering } from '../errors/index.js';
import { languageOf } from '../text/language.js';
import { routeTrait, traitsOf } from './route-config.js';

/** The `message` of a handler's success envelope. */
export const AnswerMessage = (message: string) => routeTrait({ message });

/** For the few answers whose form others prescribe (Prometheus text, an empty answer). */
export const BareAnswer = () => routeTrait({ isBare: true });

declare module 'fastify' {
  interface FastifyInstance {
    /** The address that the world reaches the service at. */
    publicUrl: string;
  }
}

/** What the failure of a request is rendered with. */
export const renderingOf = (request: FastifyRequest): Rendering => ({
  requestId: request.id,
  language: languageOf(request.headers['accept-language']),
  publicUrl: request.server.publicUrl,
});

/** What a handler returned, in its success envelope: `{success: true, message?, data?}`. */
export function envelopeOf(request: FastifyRequest, data: unknown): object {
  const { message } = traitsOf(request);
  return {
    success: true,
    ...(message === undefined ? {} : { message }),
    ...(data === undefined ? {} : { data }),
  };
}

/** Puts what handlers return in its envelope. Failures do not come this way: their filter sends them itself. */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, body: unknown, statusCode?: number): FastifyReply {
    const { request } = reply;
    const answer = traitsOf(request).isBare ? body : envelopeOf(request, body);
    return super.reply(reply, answer, statusCode);
  }
}

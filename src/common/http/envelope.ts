import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeTrait, traitsOf } from './route-config.js';

/** The `message` of a handler's success envelope. */
export const AnswerMessage = (message: string) => routeTrait({ message });

/** For the few answers whose form others prescribe (Prometheus text, an empty answer). */
export const BareAnswer = () => routeTrait({ isBare: true });

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

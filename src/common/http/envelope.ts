import { FastifyAdapter, RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How a route answers success: known to Fastify, so that nothing has to be looked up per request. */
interface AnswerForm {
  message?: string;
  isBare?: boolean;
}

const answersAs = (answer: AnswerForm) => RouteConfig({ answer });

/** The `message` of a handler's success envelope. */
export const AnswerMessage = (message: string) => answersAs({ message });

/** For the few answers whose form others prescribe (Prometheus text, an empty answer). */
export const BareAnswer = () => answersAs({ isBare: true });

/** What a handler returned, in its success envelope: `{success: true, message?, data?}`. */
export function envelopeOf(request: FastifyRequest, data: unknown): object {
  const { message } = formOf(request);
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
    const answer = formOf(request).isBare ? body : envelopeOf(request, body);
    return super.reply(reply, answer, statusCode);
  }
}

const NONE: AnswerForm = {};

function formOf({ routeOptions }: FastifyRequest): AnswerForm {
  return (routeOptions.config as { answer?: AnswerForm }).answer ?? NONE;
}

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Principal, userOf, type UserPrincipal } from './principal.js';

/** Where a request comes from, as far as it is noted: bounded, and fit to print. */
export interface Caller {
  requestId: string;
  address: string;
  userAgent: string | null;
}

const ADDRESS_MAX = 45;
const USER_AGENT_MAX = 200;

const printable = (text: string, max: number) => text.slice(0, max).replace(/[^\x20-\x7e]/g, '?');

export function callerOf({ id, ip, headers }: FastifyRequest): Caller {
  const userAgent = headers['user-agent'];
  return {
    requestId: id,
    address: printable(ip, ADDRESS_MAX),
    userAgent: userAgent ? printable(userAgent, USER_AGENT_MAX) : null,
  };
}

/** For routes that let anyone in. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Whoever came with a user's token, and from where they act. */
export type SessionActor = Caller & UserPrincipal;

/** Who acts and in which request, for the audit log. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): SessionActor => {
  const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
  return { ...callerOf(request), ...userOf(request.user) };
});

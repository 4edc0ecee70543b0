import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from './principal.js';

/** Who acts and in which request, for the audit log. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
  return { userId: request.user.userId, requestId: request.id };
});

import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../net/address.js';

/** Of a socket that is gone, or of one without addresses. */
const NOWHERE = '0.0.0.0';

/**
 * Settles where a request comes from, once and for all who ask for `request.ip`. What a proxy wrote that is no address counts
 * as the proxy's own.
 */
export function settleAddress(request: FastifyRequest): void {
  const written = request.ip as string | undefined;
  const value = plainAddress(written ?? '') ?? plainAddress(request.socket?.remoteAddress ?? '') ?? NOWHERE;
  if (value !== written) Object.defineProperty(request, 'ip', { value });
}

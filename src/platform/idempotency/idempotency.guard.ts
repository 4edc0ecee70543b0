import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../access/principal.js';
import { envelopeOf, renderingOf, RequestBody } from '../http/index.js';
import { ReplayedResponse } from '../http/replayed-response.js';
import type { Envelopes, IdempotencyClaim } from './claim.js';
import { Idempotency } from './idempotency.js';

const ROUTE = 'idempotency:route';

type Request = FastifyRequest & { user: Principal; idempotency?: IdempotencyClaim };

/** The claim of the present request; `undefined` without an Idempotency-Key. */
export const CurrentClaim = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().idempotency,
);

/** Applies Idempotency-Keys to a route: the handler gets a claim, and a repeated request gets the stored response. */
@Injectable()
class IdempotencyGuard implements CanActivate {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return true;
    const route = this.reflector.get<string>(ROUTE, context.getHandler());
    const body = request.body instanceof RequestBody ? await request.body.bytes() : Buffer.alloc(0);
    const envelopes: Envelopes = {
      status: this.reflector.get<number | undefined>(HTTP_CODE_METADATA, context.getHandler()) ?? 200,
      success: (data) => envelopeOf(request, data),
      failure: (error) => error.envelope(renderingOf(request)),
    };
    const { user } = request;
    // Test and live keys, and different resources, do not share responses.
    const scope = user.kind === 'api_key' ? `${route}:${user.mode}` : route;
    const path = request.url.split('?', 1)[0] ?? '';
    const content = Buffer.concat([Buffer.from(`${path}\n`), withoutPassword(body)]);
    const begun = await this.idempotency.begin({
      userId: user.userId,
      route: scope,
      key: String(key),
      content,
      envelopes,
    });
    if (begun instanceof ReplayedResponse) throw begun;
    request.idempotency = begun;
    return true;
  }
}

/** A password that confirms a request does not make it a different one. */
function withoutPassword(body: Buffer): Buffer {
  if (!body.includes('"current_password"')) return body;
  try {
    const { current_password: _, ...rest } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return Buffer.from(JSON.stringify(rest));
  } catch {
    return body;
  }
}

/** Accepts an Idempotency-Key on a route; `route` separates its keys from the keys of other routes. */
export const Idempotent = (route: string) =>
  applyDecorators(
    SetMetadata(ROUTE, route),
    UseGuards(IdempotencyGuard),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        '1-255 characters. For 24 hours, a request with the same key and body gets the response to the first, byte for byte.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    }),
  );

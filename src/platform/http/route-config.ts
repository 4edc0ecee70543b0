import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyRequest } from 'fastify';
import type { LocalizedText } from '../text/language.js';

/** Traits of a route, stored in its Fastify config. */
export interface RouteTraits {
  /** The `message` of the success envelope, or a function that makes it from `data`. */
  message?: LocalizedText | ((data: unknown) => LocalizedText);
  /** The response has no envelope. */
  isBare?: boolean;
  /** The body has a foreign format. */
  takesForeignBody?: boolean;
  /** A read with another method than GET. */
  isRead?: boolean;
  /** The response does not end by itself; its duration is not measured. */
  isEndless?: boolean;
}

export function routeTrait(trait: RouteTraits): MethodDecorator {
  return (target, property, descriptor) => {
    const known = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object;
    return RouteConfig({ ...known, ...trait })(target, property, descriptor);
  };
}

/** Accepts larger bodies with reserved member names. */
export const ForeignBody = () => routeTrait({ takesForeignBody: true });

export const StreamingResponse = () => routeTrait({ isEndless: true });

export const traitsOf = ({ routeOptions }: FastifyRequest): RouteTraits => routeOptions.config as RouteTraits;

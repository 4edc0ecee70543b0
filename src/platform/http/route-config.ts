import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyRequest } from 'fastify';
import type { Words } from '../text/language.js';

/** What is known of a route before its handler runs: known to Fastify, so that nothing has to be looked up per request. */
export interface RouteTraits {
  /** The `message` of its success envelope. */
  message?: Words;
  /** Its answer comes without an envelope. */
  isBare?: boolean;
  /** Its body has a form that others prescribe. */
  takesForeignBody?: boolean;
  /** It reads, though it is no GET. */
  isRead?: boolean;
  /** Its answer goes on until somebody ends it: how long that takes is no figure of ours. */
  isEndless?: boolean;
}

/** Tells one trait of a route, beside those that other decorators tell. */
export function routeTrait(trait: RouteTraits): MethodDecorator {
  return (target, property, descriptor) => {
    const known = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object;
    return RouteConfig({ ...known, ...trait })(target, property, descriptor);
  };
}

/** For bodies of other software: larger than ours, and with members that no body of ours may have. */
export const ForeignBody = () => routeTrait({ takesForeignBody: true });

/** For answers that tell of what happens, as it happens. */
export const EndlessAnswer = () => routeTrait({ isEndless: true });

export const traitsOf = ({ routeOptions }: FastifyRequest): RouteTraits => routeOptions.config as RouteTraits;

import type { FastifyInstance } from 'fastify';

interface Route {
  method: string;
  pattern: RegExp;
  /** Without parameters. */
  isPlain: boolean;
}

/** Registered routes, to distinguish 405 from 404. */
export class RouteTable {
  private readonly routes: Route[] = [];

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      if (url.includes('*')) return;
      const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+');
      for (const name of [method].flat())
        this.routes.push({ method: name, pattern: new RegExp(`^${escaped}$`), isPlain: !url.includes(':') });
    });
  }

  methodsFor(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '';
    const matching = this.routes.filter(({ pattern }) => pattern.test(path));
    // The parameter of another route may match this path too, but an exact route takes precedence.
    const exact = matching.filter(({ isPlain }) => isPlain);
    const methods = (exact.length > 0 ? exact : matching).map(({ method }) => method);
    return [...new Set(methods)].sort();
  }
}

import type { FastifyInstance } from 'fastify';

interface Route {
  method: string;
  pattern: RegExp;
  /** Without parameters. */
  isPlain: boolean;
}

/** The routes as registered, to tell a wrong method (405) from an unknown address (404). */
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

  /** The methods an address answers to, sorted; empty when there is none. */
  methodsFor(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '';
    const matching = this.routes.filter(({ pattern }) => pattern.test(path));
    // A parameter of a sibling address matches as well, but stands for other values.
    const exact = matching.filter(({ isPlain }) => isPlain);
    const methods = (exact.length > 0 ? exact : matching).map(({ method }) => method);
    return [...new Set(methods)].sort();
  }
}

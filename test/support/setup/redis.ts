import './provided.js';
import type { TestProject } from 'vitest/node';
import { requireService } from '../services/find-program.js';
import { startRedis } from '../services/redis.js';

/**
 * Global setup of both e2e projects. The first project starts the one Redis and provides it to the whole run through
 * the root project. Vitest sets projects up one after the other, so the second finds it there.
 */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('redisUrl' in vitest.getRootProject().getProvidedContext()) return undefined;
  const found = requireService('redis');
  if (found.kind !== 'program') {
    vitest.provide('redisUrl', found.kind === 'url' ? found.url : null);
    return undefined;
  }
  const server = await startRedis();
  vitest.provide('redisUrl', server.url);
  return () => server.stop();
}

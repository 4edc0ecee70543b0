import './provided.js';
import type { TestProject } from 'vitest/node';
import { requireService } from '../services/find-program.js';
import { startMariaDb } from '../services/mariadb.js';

/** Global setup of e2e-mariadb: one server for the run. Each test file creates its own database in it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = requireService('mariadb');
  if (found.kind === 'missing') throw new Error(found.reason);
  if (found.kind === 'url') {
    project.provide('mysqlUrl', found.url);
    return undefined;
  }
  const server = await startMariaDb();
  project.provide('mysqlUrl', server.url);
  return () => server.stop();
}

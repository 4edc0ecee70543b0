import './provided.js';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundlePrograms } from './bundle.js';

const BUILD = fileURLToPath(new URL('../../../scripts/build-when-stale.mjs', import.meta.url));

/**
 * Global setup of both e2e projects: updates `dist` before a test starts a process of the service. If the build fails,
 * only the tests that need it fail.
 */
export default async function setup({ vitest }: TestProject): Promise<void> {
  if ('buildFailure' in vitest.getRootProject().getProvidedContext()) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILD], { encoding: 'utf8' });
  if (status === 0) await bundlePrograms();
  vitest.provide('buildFailure', status === 0 ? null : stdout + stderr);
}

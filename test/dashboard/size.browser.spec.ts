import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectPath } from '../../src/platform/process/project.js';
import { register } from '../auth/people.js';
import type { TestService } from '../support/service.js';
import { settle } from './at-rest.js';
import { useBrowser } from './browser.js';
import { startDashboard } from './service.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

/** What the size check of `npm run check` counts. */
const measured = () =>
  Object.keys(
    JSON.parse(
      execFileSync(process.execPath, [projectPath('dashboard/scripts/measure.mjs'), '--json'], {
        encoding: 'utf8',
      }),
    ) as Record<string, number>,
  );

it('the size check counts all that a browser is sent for the home page', async () => {
  const { token } = await register(test);
  const page = await browser.open('/credit', { session: token });
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) asked.add(pathname === '/' ? 'index.html' : pathname.slice(1));
  });
  const answers: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) answers.push(pathname + search);
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Beranda' }).waitFor();
  await settle(page);
  // A browser without a window has no tab to show the icon in.
  const inWindow = measured().filter((name) => /icon-.*\.svg$/.test(name));
  expect([...asked, ...inWindow].sort()).toEqual(measured().sort());
  // What boot.ts asks for early is what the page takes: nothing is asked twice, and nothing in vain.
  expect(answers.sort()).toEqual([...new Set(answers)]);
  expect(answers).toContain('/api/account/stats?days=30');
});

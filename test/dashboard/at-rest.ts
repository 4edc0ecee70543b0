import type { Page, Request } from 'playwright-core';

const REST_TIMEOUT_MS = 30_000;
const SKELETON = '.mantine-Skeleton-root';

const underWay = new WeakMap<Page, Set<Request>>();

/** From its first request on, so that `answered` knows what is still awaited. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    if (request.isNavigationRequest()) requests.clear();
    requests.add(request);
  });
  const forget = (request: Request) => requests.delete(request);
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  // A stream goes on as long as the page does: its answer is there once it begins.
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) forget(response.request());
  });
}

/** Until every request has its answer, those too that the answers led to, and the page shows it. */
export async function answered(page: Page): Promise<void> {
  await until(page, async () => {
    await painted(page);
    return [...(underWay.get(page) ?? [])].map((request) => request.url());
  });
}

/** Until all is loaded, drawn and at rest. */
export async function settle(page: Page): Promise<void> {
  await until(page, async () => {
    await answered(page);
    return (await page.locator(SKELETON).count()) === 0 ? [] : ['a skeleton'];
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations())
      // What turns for ever would never end.
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
}

async function until(page: Page, awaited: () => Promise<string[]>): Promise<void> {
  const deadline = performance.now() + REST_TIMEOUT_MS;
  for (;;) {
    const rest = await awaited();
    if (rest.length === 0) return;
    if (performance.now() > deadline) throw new Error(`${page.url()} still awaits ${rest.join(', ')}.`);
  }
}

function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

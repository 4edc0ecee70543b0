import type { Page } from 'playwright-core';

interface HeldCall {
  /** Resolves once the page has asked. */
  asked: Promise<void>;
  /** Lets this call go on, and those after it. */
  letGo: () => void;
}

/** Keeps calls of this method and address from the service, so that the page can be looked at meanwhile. */
export async function holdCall(page: Page, method: string, address: string): Promise<HeldCall> {
  let ask = () => {};
  let letGo = () => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    ask();
    await released;
    return route.continue();
  });
  return { asked, letGo };
}

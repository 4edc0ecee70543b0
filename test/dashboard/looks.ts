import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const SCREENSHOTS = process.env['DASHBOARD_SCREENSHOTS'] ?? 'test-results/screenshots';

/** Of every window. */
export const HEIGHT = 900;

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  language: 'id' | 'en';
}

const isWhole = process.env['DASHBOARD_LOOKS'] === 'all';

/**
 * The widths in both colours and both languages: of every two of these each pair of values, or with DASHBOARD_LOOKS=all
 * every combination.
 */
const LOOKS: Look[] = [390, 768, 1440].flatMap((width, i) =>
  (['light', 'dark'] as const).flatMap((colorScheme, j) =>
    (['id', 'en'] as const)
      .filter((_, k) => isWhole || (i + j + k) % 2 === 0)
      .map((language) => ({ width, colorScheme, language })),
  ),
);

/** For what opens on a page: the narrowest and the widest, so that each value comes once. */
export const DIALOG_LOOKS: Look[] = [
  { width: 390, colorScheme: 'dark', language: 'en' },
  { width: 1440, colorScheme: 'light', language: 'id' },
];

/** For the pages of a file in turn, so that together they are loaded at every look. */
export const lookAt = (index: number): Look => LOOKS[index % LOOKS.length] as Look;

/**
 * What nobody should see on a page that has loaded, at any look; empty when it is well. A picture of each look is kept
 * for whoever looks at the run. The page is not loaded again: what it shows stays, and a look costs what axe takes.
 */
export async function flawsAtEachLook(page: Page, name: string, looks = LOOKS): Promise<string[]> {
  await settle(page);
  const flaws = await layoutShiftsOf(page);
  for (const look of looks) {
    const lookName = `${look.width}-${look.colorScheme}-${look.language}`;
    await wear(page, look);
    await settle(page);
    const found = [...(await barriersOf(page)), ...(await overflowOf(page))];
    flaws.push(...found.map((flaw) => `${lookName}: ${flaw}`));
    await keepScreenshot(page, `${name}-${lookName}`);
  }
  await layoutShiftsOf(page); // Those of the looks, which are no flaw.
  return flaws;
}

/** Changes to another look as a person may at any time. */
async function wear(page: Page, { width, colorScheme, language }: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme });
  // An open dialog keeps the mouse from the switch, but not this.
  await page.locator(`header button[lang=${language}]`).dispatchEvent('click');
  await page.locator(`html[lang=${language}]`).waitFor();
}

/** Until all is loaded and at rest. */
async function settle(page: Page): Promise<void> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
  });
}

async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** The serious and critical findings of axe. */
async function barriersOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** A page that is wider than its window makes people push it to and fro. */
async function overflowOf(page: Page): Promise<string[]> {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  return content > view ? [`the page is ${content} px wide in a window of ${view} px`] : [];
}

/** What web.dev calls good is below 0.1; here nothing should move at all. */
const SHIFT_MAX = 0.01;

interface Shifts {
  layoutShift?: number;
}

/** Runs in the page before its own scripts. */
export function countLayoutShifts(): void {
  const shifts = globalThis as Shifts;
  shifts.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) shifts.layoutShift = (shifts.layoutShift ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Since the last time that this was asked. */
async function layoutShiftsOf(page: Page): Promise<string[]> {
  const moved = await page.evaluate(() => {
    const shifts = globalThis as Shifts;
    const sum = shifts.layoutShift ?? 0;
    shifts.layoutShift = 0;
    return sum;
  });
  return moved > SHIFT_MAX ? [`the layout shifted by ${moved.toFixed(3)}`] : [];
}

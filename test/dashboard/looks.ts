import axe from 'axe-core';
import type { Page } from 'playwright-core';

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  language: 'id' | 'en';
}

const isWhole = process.env['DASHBOARD_LOOKS'] === 'all';

/**
 * The widths in both colours and both languages: of every two of these each pair of values, or with DASHBOARD_LOOKS=all
 * every combination, which takes twice as long.
 */
export const LOOKS: Look[] = [390, 768, 1440].flatMap((width, i) =>
  (['light', 'dark'] as const).flatMap((colorScheme, j) =>
    (['id', 'en'] as const)
      .filter((_, k) => isWhole || (i + j + k) % 2 === 0)
      .map((language) => ({ width, colorScheme, language })),
  ),
);

export const nameOf = (look: Look) => `${look.width}-${look.colorScheme}-${look.language}`;

/** What nobody should see on a page that has loaded; empty when it is well. */
export async function flawsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  return [...(await barriersOf(page)), ...(await overflowOf(page)), ...(await layoutShiftsOf(page))];
}

/** The serious and critical findings of axe. */
async function barriersOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
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

async function layoutShiftsOf(page: Page): Promise<string[]> {
  const moved = await page.evaluate(() => (globalThis as Shifts).layoutShift ?? 0);
  return moved > SHIFT_MAX ? [`the layout shifted by ${moved.toFixed(3)}`] : [];
}

import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules of axe whose findings are let pass, each with the reason in a comment. None has one so far, whatever its impact. */
const ACCEPTED: readonly string[] = [];

/** The findings of axe. */
export async function barriersOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ id }) => !ACCEPTED.includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** A page that is wider than its window makes people push it to and fro. */
export async function overflowOf(page: Page): Promise<string[]> {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  return content > view ? [`the page is ${content} px wide in a window of ${view} px`] : [];
}

/** Words that are to be read whole: what one presses, a badge, a heading. */
const LABELS = 'button, button *, a, a *, [role=tab], [role=tab] *, span[data-color], h1, h2, h3, h4';

export async function clippedLabelsOf(page: Page): Promise<string[]> {
  const clipped = await page.evaluate((labels) => {
    const isClipped = (element: Element) => {
      const { overflowX, clipPath } = getComputedStyle(element);
      const isShown = element.checkVisibility({ visibilityProperty: true }) && clipPath === 'none';
      return isShown && overflowX !== 'visible' && element.scrollWidth > element.clientWidth;
    };
    return [...document.querySelectorAll(labels)].filter(isClipped).map((element) => element.textContent);
  }, LABELS);
  return clipped.map((text) => `“${text.trim()}” is cut off`);
}

import type { Page } from 'playwright-core';

/** What web.dev calls good is below 0.1. Here it is 0 to three digits, as Lighthouse tells it: “59 seconds ago” grows by a few pixels. */
const SHIFT_MAX = 0.0005;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

interface Shifts {
  takeLayoutShifts?: () => { sum: number; moved: string[] };
}

/**
 * Runs in the page before its own scripts. What a press or a text brings may push the rest, also from a slow service: the
 * browser excuses half a second after an input, this excuses five.
 */
export function countLayoutShifts(): void {
  const EXCUSED_MS = 5000;
  const inputs: number[] = [];
  for (const type of ['pointerdown', 'keydown', 'input'])
    addEventListener(type, () => inputs.push(performance.now()), { capture: true });
  const isExcused = ({ startTime }: Shift) =>
    inputs.some((at) => startTime >= at && startTime - at < EXCUSED_MS);
  let shifts: Shift[] = [];
  const note = (entries: PerformanceEntryList) => {
    shifts.push(...(entries as Shift[]).filter((shift) => !shift.hadRecentInput && !isExcused(shift)));
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  (globalThis as Shifts).takeLayoutShifts = () => {
    note(observer.takeRecords());
    const taken = shifts;
    shifts = [];
    const moved = taken.flatMap(({ sources }) =>
      sources.map(({ node, previousRect: from, currentRect: to }) => {
        const text = node instanceof HTMLElement ? node.innerText : (node?.textContent ?? '');
        return `“${text.slice(0, 80)}” by ${to.x - from.x}, ${to.y - from.y} px`;
      }),
    );
    return { sum: taken.reduce((sum, { value }) => sum + value, 0), moved };
  };
}

/** Since the last time that this was asked, with what moved. */
export async function layoutShiftsOf(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate(
    () => (globalThis as Shifts).takeLayoutShifts?.() ?? { sum: 0, moved: [] },
  );
  if (sum <= SHIFT_MAX) return [];
  return [`the layout shifted by ${sum.toFixed(4)}: ${[...new Set(moved)].join('; ')}`];
}

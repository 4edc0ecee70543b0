import type { Locator } from 'playwright-core';

/** How many lines of text are seen in it: text that stands beside other text is on the same line. */
export function linesIn(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const rects: DOMRect[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      rects.push(...range.getClientRects());
    }
    const middles = rects.filter(({ width }) => width > 0).sort((one, other) => one.top - other.top);
    let [lines, bottom] = [0, -Infinity];
    for (const rect of middles) {
      if ((rect.top + rect.bottom) / 2 > bottom) lines++;
      bottom = Math.max(bottom, rect.bottom);
    }
    return lines;
  });
}

import type { Locator } from 'playwright-core';

/** What a chart adds up to: each name with its number, and its share. */
export async function totalsIn(part: Locator): Promise<string[][]> {
  const totals = part.locator('dl').filter({ hasText: /^(Semua|All)/ });
  await totals.waitFor();
  return (await totals.locator('> div').allInnerTexts()).map((text) => text.split(/\s*\n\s*/));
}

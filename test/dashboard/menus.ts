import type { Locator, Page } from 'playwright-core';

/** Opens a menu of the header; what stands in it. */
export async function openMenu(page: Page, name: string | RegExp): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  const menu = page.locator('[popover]:popover-open');
  await menu.waitFor();
  return menu;
}

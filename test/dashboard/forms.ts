import type { Locator, Page } from 'playwright-core';

const TABS_MAX = 40;

/** The field with this label, required or not. */
export function field(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${escaped(label)}( \\*)?$`));
}

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text);
}

/** Presses Tab until what has this name, or is there, has the focus. */
export async function tabTo(page: Page, goal: string | Locator): Promise<void> {
  const target = typeof goal === 'string' ? named(page, goal) : goal;
  // To find it by its name after each press would take longer than the press, so that is for when it was drawn anew.
  let element = await target.elementHandle();
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate((found) => found?.isConnected, element)))
      element = await target.elementHandle();
    if (await page.evaluate((found) => found === document.activeElement, element)) return;
  }
  throw new Error(`Tab does not reach ${String(goal)}.`);
}

/** What one types into, presses or follows; there must be only one. */
function named(page: Page, name: string): Locator {
  return field(page, name)
    .and(page.locator('input, select, textarea'))
    .or(page.getByRole('button', { name, exact: true }))
    .or(page.getByRole('link', { name, exact: true }));
}

/** Fills the fields with nothing but the keyboard. */
export async function typeIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Logs in at /login, in either language, and waits for the page behind it. */
export async function logIn(page: Page, person: { username: string; password: string }): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(person.username);
  await page.locator('input[autocomplete=current-password]').fill(person.password);
  await page.keyboard.press('Enter');
  // The address changes first, and the login page has a heading and menus of its own.
  await page.locator('input[autocomplete=username]').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { SCREENSHOTS } from '../support/setup/screenshots.js';
import { settle } from './at-rest.js';
import { barriersOf, clippedLabelsOf, overflowOf } from './flaws.js';
import { layoutShiftsOf } from './layout-shifts.js';

/** Of every window. */
export const HEIGHT = 900;

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  language: 'id' | 'en';
}

/** Any two of width, colour and language meet in one; a language comes in one go, since it takes a page longest to change. */
const EVERY_LOOK: Look[] = [
  { width: 390, colorScheme: 'light', language: 'id' },
  { width: 768, colorScheme: 'dark', language: 'id' },
  { width: 1440, colorScheme: 'light', language: 'id' },
  { width: 1440, colorScheme: 'dark', language: 'en' },
  { width: 768, colorScheme: 'light', language: 'en' },
  { width: 390, colorScheme: 'dark', language: 'en' },
];

/** The narrowest and the widest, so that each colour and language comes once. */
export const DIALOG_LOOKS: Look[] = [
  { width: 390, colorScheme: 'dark', language: 'en' },
  { width: 1440, colorScheme: 'light', language: 'id' },
];

/** `npm run test:looks` and CI; `npm test` looks at each page and dialog once, as the test has opened it. */
const AT_EVERY_LOOK = process.env['TEST_LOOKS'] === 'all';

export type Way = Pick<Look, 'colorScheme' | 'language'>;

export const otherColour = (colour: Look['colorScheme']): Look['colorScheme'] =>
  colour === 'dark' ? 'light' : 'dark';

/** How a walk through many pages goes: the usual way, and at every look in the other language and colour, too. */
export function waysOf(usual: Way): Way[] {
  const language = usual.language === 'en' ? 'id' : 'en';
  return AT_EVERY_LOOK ? [usual, { language, colorScheme: otherColour(usual.colorScheme) }] : [usual];
}

/** For the pages of a file in turn, so that together they are loaded at many looks. */
export const lookAt = (index: number): Look => EVERY_LOOK[(index * 5) % EVERY_LOOK.length] as Look;

/**
 * What nobody should see on a page that has loaded, as it is or at all of these looks; empty when it is well. The page is
 * not loaded again: what it shows stays, and a look costs what axe takes.
 */
export async function flawsAtEachLook(page: Page, name: string, looks = EVERY_LOOK): Promise<string[]> {
  await settle(page);
  const flaws = await layoutShiftsOf(page);
  if (!AT_EVERY_LOOK) return [...flaws, ...(await flawsOf(page))];
  for (const look of looks) {
    const lookName = `${look.width}-${look.colorScheme}-${look.language}`;
    await wear(page, look);
    await settle(page);
    flaws.push(...(await flawsOf(page)).map((flaw) => `${lookName}: ${flaw}`));
    await keepScreenshot(page, `${name}-${lookName}`);
  }
  await layoutShiftsOf(page); // Those of the looks, which are no flaw.
  return flaws;
}

async function flawsOf(page: Page): Promise<string[]> {
  return [...(await barriersOf(page)), ...(await overflowOf(page)), ...(await clippedLabelsOf(page))];
}

/** Changes to another look as a person may at any time. */
async function wear(page: Page, { width, colorScheme, language }: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme });
  if ((await page.locator('html').getAttribute('lang')) === language) return;
  // An open dialog keeps the mouse from the switch, but not this.
  await page.locator(`header button[lang=${language}]`).dispatchEvent('click');
  await page.locator(`html[lang=${language}]`).waitFor();
}

/** For whoever looks at the run. */
async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

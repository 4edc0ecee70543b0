import type { Locator, Page } from 'playwright-core';

export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name });

export const dialog = (page: Page): Locator => page.getByRole('dialog');

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from '../support/app.js';
import { type Account, sendBody } from '../support/factories.js';
import { dialog } from './parts.js';

/** Sends by the API, each to another phone; the id of the last message. */
export async function sendOtps(
  test: TestApp,
  { key }: Pick<Account, 'key'>,
  times = 1,
  body: Record<string, unknown> = {},
): Promise<string> {
  let messageId = '';
  for (let sent = 0; sent < times; sent++) {
    const answer = await test.api.post('/api/otp/send', sendBody(body), { token: key });
    expect(answer).toAnswer(200);
    messageId = (answer.body.data as { message_id: string }).message_id;
  }
  return messageId;
}

/** Presses the button of a live send on the page “Kirim”, and agrees to its price. */
export async function sendLive(page: Page): Promise<void> {
  await page.locator('button[type=submit]', { hasText: /(Rp|IDR)\s200/ }).click();
  await dialog(page)
    .getByRole('button', { name: /^(Kirim|Send), / })
    .click();
}

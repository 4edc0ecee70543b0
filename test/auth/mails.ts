import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { TestApp } from '../support/app.js';

/** All mails that the service wrote to its folder, oldest first; wait for those under way before. */
export async function mailsOf({ config, logs }: TestApp): Promise<Email[]> {
  const folder = join(config.DATA_DIR, 'mail');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  // Their names are in the order of the test's clock, which stands still; the log tells of each that was written.
  const log = logs.join('');
  names.sort((one, other) => log.indexOf(one) - log.indexOf(other));
  return Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

export async function mailsTo(test: TestApp, address: string): Promise<Email[]> {
  const mails = await mailsOf(test);
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
}

/** The token of the link to `page` in the newest of these mails that has one. */
export function tokenIn(
  mails: readonly Email[],
  page: 'verify-email' | 'change-email' | 'reset-password' | 'join' | 'register',
): string {
  const link = new RegExp(`/${page}#token=([\\w-]{43})\\s`);
  return mails.flatMap(({ text }) => link.exec(text ?? '')?.[1] ?? []).at(-1) ?? '';
}

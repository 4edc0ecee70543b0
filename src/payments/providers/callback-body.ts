import { AppError } from '../../platform/errors/index.js';
import { parseJsonObject } from '../../platform/http/index.js';

/** The members of a callback. Fails with `malformed_json` or `callback_invalid`. */
export function callbackMembers(rawBody: Buffer): Record<string, unknown> {
  try {
    return parseJsonObject(rawBody, 'ignore');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'body_invalid') throw error;
    throw new AppError('callback_invalid', { logDetail: 'the body is no object' });
  }
}

/** Where callbacks of this provider arrive, if it can reach us. */
export const callbackUrl = (publicUrl: string, provider: string): string | undefined =>
  publicUrl.startsWith('https:') ? `${publicUrl}/api/payments/${provider}` : undefined;

/** Pages of providers are shown as links. */
export const httpsUrl = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 500 && /^https:\/\//.test(value) ? value : null;

export const shortText = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : null;

import { scrub } from '../../common/scrub.js';
import type { DeviceAccess } from '../driver.js';

/** What drivers share when they read what a gateway wrote. */

/** The members of a JSON object; none where the text is anything else. */
export function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A gateway's id of a message, as it fits the database. */
export function isMessageId(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 255;
}

/** A gateway's own words: without codes, phones, and the token should it echo that. */
export function safeWords(words: string, { token }: DeviceAccess): string {
  return scrub(words.replaceAll(token.reveal(), '****'));
}

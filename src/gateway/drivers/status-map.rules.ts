import type { CallbackDevice, DeliveryStatus } from '../driver.js';
import type { SettingSpec } from '../driver-info.js';

/**
 * Device settings that map a gateway's status words to ours, for gateways without reliable documents. Unknown
 * words are ignored.
 */

/** Strongest first: a callback may have two words, and a word may be in two lists. */
const STRONGEST_FIRST: readonly DeliveryStatus[] = ['delivered', 'failed', 'sent'];

export type StatusWords = Readonly<Record<DeliveryStatus, string>>;

/** `usual`: lower-case words separated by commas. */
export function statusSettings(usual: StatusWords): SettingSpec[] {
  return STRONGEST_FIRST.map((status) => ({
    name: nameOf(status),
    description: `Kata status gateway yang berarti ${status}, dipisah koma`,
    example: usual[status],
    pattern: /^[a-z _-]{0,40}(?:,[a-z _-]{1,40}){0,9}$/,
    default: usual[status],
  }));
}

/** `undefined`: no known word. */
export function statusOf(
  words: readonly unknown[],
  { settings }: CallbackDevice,
): DeliveryStatus | undefined {
  const said = words.filter((word) => typeof word === 'string').map((word) => word.trim().toLowerCase());
  return STRONGEST_FIRST.find((status) => {
    const known = (settings[nameOf(status)] ?? '').split(',').map((word) => word.trim());
    return said.some((word) => word !== '' && known.includes(word));
  });
}

const nameOf = (status: DeliveryStatus) => `status_${status}`;

import type { CallbackDevice, DeliveryStatus, SettingSpec } from '../driver.js';

/**
 * Which of a gateway's own words mean which of our statuses, as settings of the device: for gateways whose words no
 * document explains for certain. A word in no list changes nothing.
 */

/** From the strongest claim: a callback may carry two words, and one word may stand in two lists by mistake. */
const STRONGEST_FIRST: readonly DeliveryStatus[] = ['delivered', 'failed', 'sent'];

export type StatusWords = Readonly<Record<DeliveryStatus, string>>;

/** `usual`: words in lower case, separated by commas. */
export function statusSettings(usual: StatusWords): SettingSpec[] {
  return STRONGEST_FIRST.map((status) => ({
    name: nameOf(status),
    description: `Kata status gateway yang berarti ${status}, dipisah koma`,
    example: usual[status],
    pattern: /^[a-z _-]{0,40}(?:,[a-z _-]{1,40}){0,9}$/,
    default: usual[status],
  }));
}

/** What a callback's words mean together; `undefined`: nothing of ours. */
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

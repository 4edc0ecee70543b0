import type { Channel } from '../../platform/text/channel.js';

/** The channels that a send may use, in order. */

export interface Route {
  first: Channel;
  /** Each is used only if all before it provably did not send. */
  next: readonly Channel[];
  /** As the request named them; null: it named none, so responses do not mention channels. */
  asked: readonly Channel[] | null;
}

/** Telegram takes codes of 4 to 8 digits. */
const TELEGRAM_CODE_MAX = 8;

export const takesCode = (channel: Channel, codeLength: number): boolean =>
  channel !== 'telegram' || codeLength <= TELEGRAM_CODE_MAX;

/** The channels for a phone without WhatsApp: WhatsApp stays only if it is the last one. */
export const withoutWhatsapp = (channels: readonly Channel[]): readonly Channel[] =>
  channels.at(-1) === 'whatsapp' ? channels : channels.filter((channel) => channel !== 'whatsapp');

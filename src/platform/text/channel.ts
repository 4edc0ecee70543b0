/** The ways to a phone, in the order of the documentation. */
export const CHANNELS = ['whatsapp', 'sms', 'telegram'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  telegram: 'Telegram',
};

/** The channel of a send that names none. */
export const DEFAULT_CHANNEL = 'whatsapp' satisfies Channel;

export const isChannel = (value: unknown): value is Channel => CHANNELS.some((channel) => channel === value);

import type { Schemas } from '../api/client';

type Channel = Schemas['DeviceView']['channel'];

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  telegram: 'Telegram',
};

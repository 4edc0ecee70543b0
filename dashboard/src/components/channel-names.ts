export const CHANNEL_NAMES = { whatsapp: 'WhatsApp', sms: 'SMS', telegram: 'Telegram' } as const;

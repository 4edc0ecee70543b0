import type { TranslationOf } from './shape';

export const drivers = {
  title: { http: 'Native protocol' },
  token: {
    http: 'Token of the device at the gateway, sent as Bearer.',
    meta: 'Access token of the system user, sent as Bearer.',
    waha: 'API key of the WAHA server (X-Api-Key), not its hash.',
    gowa: 'Basic auth of the GOWA server, written user:password.',
    evolution: 'apikey: the global key of the server, or the token of the instance.',
    fonnte: 'Token of the device at Fonnte, not that of the account.',
    wablas: 'Token and secret key of the device, written token.secret_key.',
  },
  waha: {
    session: { label: 'Session', hint: 'Name of the session at WAHA.' },
    fixed_ids: {
      label: 'Reserve message IDs',
      hint: 'Requests the ID of a message before sending it, so that its reports match even if the response is lost.',
    },
  },
  gowa: { device_id: { label: 'Device ID', hint: 'ID of the device at GOWA (header X-Device-Id).' } },
  evolution: { instance: { label: 'Instance', hint: 'Name of the instance at Evolution.' } },
  meta: {
    phone_number_id: { label: 'Phone number ID', hint: "Meta's ID, not the number itself." },
    template: {
      label: 'Template name',
      hint: 'A template of category AUTHENTICATION that Meta has approved.',
    },
    template_language_id: {
      label: 'Template language, Indonesian',
      hint: 'Language code of the template for messages in Indonesian.',
    },
    template_language_en: {
      label: 'Template language, English',
      hint: 'Language code of the template for messages in English.',
    },
    api_version: { label: 'Graph API version', hint: "Version of Meta's API that is called." },
  },
  any: {
    status_delivered: {
      label: 'Words for “Delivered”',
      hint: "The gateway's words for a message that arrived, separated by commas.",
    },
    status_failed: {
      label: 'Words for “Failed”',
      hint: "The gateway's words for a message that failed, separated by commas.",
    },
    status_sent: {
      label: 'Words for “Sent”',
      hint: "The gateway's words for a message that is sent and has not arrived yet, separated by commas.",
    },
  },
  choice: { on: 'Yes', off: 'No' },
} satisfies TranslationOf<'admin'>['drivers'];

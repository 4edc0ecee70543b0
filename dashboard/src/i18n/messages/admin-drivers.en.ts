import type { TranslationOf } from './shape';

export const drivers = {
  title: { http: 'Native protocol', http_sms: 'SMS over HTTP' },
  token: {
    http: 'Token of the device at the gateway, sent as Bearer.',
    meta: 'Access token of the system user, sent as Bearer.',
    waha: 'API key of the WAHA server (X-Api-Key), not its hash.',
    gowa: 'Basic auth of the GOWA server, written user:password.',
    evolution: 'apikey: the global key of the server, or the token of the instance.',
    openwa: 'API key of OpenWA with the role operator (X-API-Key).',
    fonnte: 'Token of the device at Fonnte, not that of the account.',
    wablas: 'Token and secret key of the device, written token.secret_key.',
    android_sms: 'Basic auth of the SMSGate app, written user:password.',
    http_sms:
      'Key of the gateway, or user:password. The only place for secrets; the settings below are not secret.',
    telegram: 'API token of the Telegram Gateway account. Callbacks are signed with it too.',
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
  openwa: { session: { label: 'Session ID', hint: 'ID (UUID) of the session at OpenWA, not its name.' } },
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
  android_sms: {
    server: {
      label: 'Server',
      hint: 'local: the server on the phone itself. cloud: api.sms-gate.app or a private server.',
    },
    device_id: { label: 'Phone ID', hint: 'At the cloud server. Empty: any phone of the account.' },
    sim: { label: 'SIM', hint: 'Number of the SIM, 1 to 3. Empty: the phone decides.' },
    ttl: { label: 'Lifetime (seconds)', hint: 'After this the phone drops messages that it has not sent.' },
  },
  http_sms: {
    request: { label: 'Request', hint: 'JSON object: the request that sends an SMS.' },
    response: {
      label: 'Response',
      hint: 'JSON object: what responses mean. Those that match nothing are uncertain.',
    },
    report: {
      label: 'Report',
      hint: 'JSON object: how to read delivery reports. Empty: the gateway reports nothing.',
    },
    health: {
      label: 'Health',
      hint: 'JSON object: a request that checks the gateway. Empty: any response is enough.',
    },
  },
  telegram: {
    ttl: {
      label: 'Lifetime (seconds)',
      hint: 'Telegram deletes and refunds messages that it has not delivered by then.',
    },
    check_first: {
      label: 'Check numbers first',
      hint: 'Asks first whether the number has Telegram. Telegram bills a positive result; the message is then free.',
    },
    sender_username: { label: 'Sending channel', hint: 'A verified channel of yours. Empty: Telegram.' },
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
  passkey: {
    what: 'WhatsApp asks for the passkey of this account to finish linking. A passkey works only on WhatsApp’s own site, so this page cannot confirm it.',
    todo: 'Finish the login at the gateway: confirm with the passkey, and compare the code if it shows one. The documentation says how for each gateway. WhatsApp waits about five minutes; after that, start the login again at the gateway.',
    open: 'Open the gateway',
    again: 'Check again',
    documents: 'About passkeys',
  },
  choice: { on: 'Yes', off: 'No', local: 'On the phone', cloud: 'Cloud or private server' },
} satisfies TranslationOf<'admin'>['drivers'];

import { isSameText } from '../../../platform/security/hashing.js';
import type { Language } from '../../../platform/text/message-template.rules.js';
import type { DeviceAccess, GatewayDriver, OutgoingMessage } from '../../driver.js';
import { capableOf } from '../../driver-info.js';
import type { TemplateKey } from '../../template.js';
import { isHubSigned } from '../callbacks.rules.js';
import { GatewayApi, healthOf, outcomeOf } from '../responses.js';
import { readMetaCallback } from './callback.rules.js';
import { DEFAULT_GRAPH_VERSION, graphVersionAt } from './graph-versions.rules.js';
import { healthFields, readMetaHealth, readMetaSend } from './response.rules.js';
import { metaTemplates } from './templates.js';

const LANGUAGE_CODE = /^[a-z]{2,3}(_[A-Z]{2,4})?$/;

const api = new GatewayApi(
  ({ token }) => ({ authorization: `Bearer ${token.reveal()}` }),
  ({ baseUrl, settings }) => `${baseUrl}/${settings['api_version']}/${settings['phone_number_id']}`,
);

/** Meta's Cloud API: a device is a phone number id, and codes are sent in an AUTHENTICATION template. */
export const metaDriver = {
  info: {
    title: 'Meta WhatsApp Cloud API',
    experimental: false,
    account: 'business',
    probeFloorSeconds: 15,
    token: 'Access token system user, dikirim sebagai Bearer',
    sharedCallbacks: true,
    settings: [
      {
        name: 'phone_number_id',
        description: 'ID nomor telepon di Meta (bukan nomornya)',
        example: '200000000000002',
        pattern: /^\d{5,20}$/,
      },
      {
        name: 'template',
        description: 'Nama template kategori AUTHENTICATION yang sudah disetujui',
        example: 'otp_login',
        pattern: /^[a-z0-9_]{1,300}$/,
      },
      {
        name: 'template_language_id',
        description: 'Kode bahasa template untuk pesan berbahasa Indonesia',
        example: 'id',
        pattern: LANGUAGE_CODE,
        default: 'id',
      },
      {
        name: 'template_language_en',
        description: 'Kode bahasa template untuk pesan berbahasa Inggris',
        example: 'en_US',
        pattern: LANGUAGE_CODE,
        default: 'en_US',
      },
      {
        name: 'api_version',
        description: 'Versi Graph API',
        example: DEFAULT_GRAPH_VERSION,
        pattern: /^v\d{1,3}\.\d$/,
        default: DEFAULT_GRAPH_VERSION,
      },
    ],
    capabilities: capableOf(
      'copyCode',
      'ownText',
      'signedCallbacks',
      'reportsDelivery',
      'templates',
      'inbound',
    ),
  },

  /** Not idempotent: a second call sends and bills a second message. */
  async send(device, message, signal) {
    const json = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: message.phone.reveal(),
      type: 'template',
      template: filledTemplate(device, message),
      biz_opaque_callback_data: message.reference,
    };
    return outcomeOf(await api.call(device, signal, '/messages', { json }), device, readMetaSend);
  },

  async health(device, signal) {
    const path = `?fields=${healthFields(device.settings['api_version'] ?? '')}`;
    return healthOf(await api.call(device, signal, path), device, readMetaHealth);
  },

  apiVersion: (settings, now) => graphVersionAt(settings['api_version'] ?? '', now),

  verifyCallback: isHubSigned,

  templateOf,

  templates: metaTemplates,

  parseCallback: readMetaCallback,

  handshake(query, { urlKeys }) {
    const token = query['hub.verify_token'];
    const isOurs = token !== undefined && urlKeys.some((key) => isSameText(token, key));
    return isOurs && query['hub.mode'] === 'subscribe' ? query['hub.challenge'] : undefined;
  },
} satisfies GatewayDriver;

function templateOf(settings: DeviceAccess['settings'], language: Language): TemplateKey {
  return { name: settings['template'] ?? '', language: settings[LANGUAGE_SETTING[language]] ?? '' };
}

/** The code appears in the text and behind the copy button. */
function filledTemplate({ settings }: DeviceAccess, { code, language }: OutgoingMessage): object {
  const parameters = [{ type: 'text', text: code.reveal() }];
  const template = templateOf(settings, language);
  return {
    name: template.name,
    language: { policy: 'deterministic', code: template.language },
    components: [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ],
  };
}

const LANGUAGE_SETTING: Readonly<Record<Language, string>> = {
  id: 'template_language_id',
  en: 'template_language_en',
};

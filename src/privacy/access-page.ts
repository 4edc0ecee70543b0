import { escapeHtml, type PrintedPage } from '../platform/http/response-files.js';
import type { Language } from '../platform/text/message-template.rules.js';
import type { AccessDocumentView } from './privacy.dto.js';

/** The document of an access request as an HTML page to print, without scripts. */

const STYLE = `
body { max-width: 50rem; }
p { margin: 0 0 .5rem; }
`;

const TEXTS = {
  id: {
    title: 'Data pribadi yang kami simpan',
    number: 'Permintaan',
    made: 'Dibuat',
    purposes: 'Tujuan pemrosesan',
    retention: 'Lama penyimpanan',
    receivers: 'Penerima data',
    kinds: { account: 'Akun', gateway: 'Gateway', webhook: 'Webhook' },
    messages: 'Pesan',
    shown: (shown: number, all: number) => `Pesan (${shown} terbaru dari ${all})`,
    verifications: 'Verifikasi',
    methods: { code: 'Kode', inbound: 'Verifikasi masuk' },
    columns: ['Waktu', 'Nomor', 'Kanal', 'Status', 'Brand', 'Akun', 'Sampai'],
    checks: ['Waktu', 'Cara', 'Status', 'Akun'],
    more: 'Data lain',
    listed: 'Daftar nomor yang memuat nomor ini',
    contacts: 'Device yang mencatat kontak terakhir',
    restricted: 'Pembatasan berlaku',
    yes: 'Ya',
    no: 'Tidak',
    none: 'Tidak ada.',
  },
  en: {
    title: 'Personal data that we hold',
    number: 'Request',
    made: 'Made',
    purposes: 'Purposes of processing',
    retention: 'Retention',
    receivers: 'Recipients of the data',
    kinds: { account: 'Account', gateway: 'Gateway', webhook: 'Webhook' },
    messages: 'Messages',
    shown: (shown: number, all: number) => `Messages (the newest ${shown} of ${all})`,
    verifications: 'Verifications',
    methods: { code: 'Code', inbound: 'Inbound verification' },
    columns: ['Time', 'Phone', 'Channel', 'Status', 'Brand', 'Account', 'Delivered'],
    checks: ['Time', 'Method', 'Status', 'Account'],
    more: 'Other data',
    listed: 'Lists of numbers that have it',
    contacts: 'Devices that note the last contact',
    restricted: 'A restriction holds',
    yes: 'Yes',
    no: 'No',
    none: 'None.',
  },
} as const;

export function accessPage(view: AccessDocumentView, language: Language): PrintedPage {
  const texts = TEXTS[language];
  const { messages, message_count: count, verifications } = view;
  const title =
    messages.length < count ? texts.shown(messages.length, count) : `${texts.messages} (${count})`;
  const main = `<h1>${texts.title}</h1>
<p>${[view.controller, `${texts.number} ${view.request_id}`, `${texts.made} ${view.generated_at}`].filter(Boolean).map(escapeHtml).join(' · ')}</p>
${itemsOf(texts.purposes, view.purposes)}
${itemsOf(texts.retention, view.retention)}
${itemsOf(
  texts.receivers,
  view.receivers.map(({ kind, name }) => `${texts.kinds[kind]}: ${name}`),
)}
<h2>${title}</h2>
${tableOf(
  texts.columns,
  messages.map((row) => [
    row.created_at,
    row.recipient,
    row.channel,
    row.status,
    row.brand,
    row.account,
    row.delivered_at ?? '–',
  ]),
  texts.none,
)}
<h2>${texts.verifications}</h2>
${tableOf(
  texts.checks,
  verifications.map((row) => [row.created_at, texts.methods[row.method], row.status, row.account]),
  texts.none,
)}
${itemsOf(texts.more, [
  `${texts.listed}: ${view.listed}`,
  `${texts.contacts}: ${view.device_contacts}`,
  `${texts.restricted}: ${view.restricted ? texts.yes : texts.no}`,
])}`;
  return { title: texts.title, style: STYLE, main };
}

function itemsOf(title: string, items: readonly string[]): string {
  return `<h2>${title}</h2>\n<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

function tableOf(columns: readonly string[], rows: readonly string[][], none: string): string {
  if (rows.length === 0) return `<p>${none}</p>`;
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

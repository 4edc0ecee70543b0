import { escapeHtml, type PrintedPage } from '../../platform/http/response-files.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import type { StatementPart } from './statement.entities.js';
import type { StatementView } from './statements.dto.js';

/** Statements as an HTML page to print, one to a sheet, without scripts. */

const STYLE = `
body { max-width: 46rem; }
article + article { break-before: page; margin-top: 3rem; }
p { margin: 0; }
header, .parties { display: flex; flex-wrap: wrap; gap: 1rem 2rem; justify-content: space-between; }
.parties { margin: 1.5rem 0; }
.parties section { flex: 1 1 16rem; }
.parties h2 { margin: 0; }
.lines { white-space: pre-line; }
tfoot th, tfoot td { font-weight: 600; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.quiet { color: #52605d; }
@media print { body { max-width: none; padding: 0; } article + article { margin-top: 0; } }
`;

const TEXTS = {
  id: {
    title: 'Laporan bulanan',
    number: 'Nomor',
    period: 'Periode',
    until: 'sampai',
    closed: 'Ditutup',
    operator: 'Penyedia layanan',
    account: 'Pelanggan',
    tax: 'NPWP',
    summary: 'Ringkasan',
    opening: 'Saldo awal',
    topUps: 'Top up',
    charges: 'Pemakaian',
    refunds: 'Pengembalian',
    closing: 'Saldo akhir',
    items: 'Pemakaian per brand, API key, dan kanal',
    none: 'Tidak ada pemakaian pada bulan ini.',
    brand: 'Brand',
    key: 'API key',
    channel: 'Kanal',
    messages: 'Jumlah',
    channels: {
      whatsapp: 'WhatsApp',
      sms: 'SMS',
      telegram: 'Telegram',
      inbound: 'Verifikasi masuk',
      adjustment: 'Penyesuaian',
    },
    total: 'Total',
    footer: 'Dibuat oleh sistem dan sah tanpa tanda tangan. Jumlah dalam rupiah.',
  },
  en: {
    title: 'Monthly statement',
    number: 'Number',
    period: 'Period',
    until: 'to',
    closed: 'Closed',
    operator: 'Provider',
    account: 'Customer',
    tax: 'Tax number',
    summary: 'Summary',
    opening: 'Opening balance',
    topUps: 'Top-ups',
    charges: 'Charges',
    refunds: 'Refunds',
    closing: 'Closing balance',
    items: 'Charges by brand, API key and channel',
    none: 'No charges in this month.',
    brand: 'Brand',
    key: 'API key',
    channel: 'Channel',
    messages: 'Messages',
    channels: {
      whatsapp: 'WhatsApp',
      sms: 'SMS',
      telegram: 'Telegram',
      inbound: 'Inbound verification',
      adjustment: 'Adjustment',
    },
    total: 'Total',
    footer: 'Made by the system and valid without a signature. Amounts in rupiah.',
  },
} as const;

type Texts = (typeof TEXTS)[Language];

export function statementDocument(views: readonly StatementView[], language: Language): PrintedPage {
  const texts = TEXTS[language];
  const [first] = views;
  const name = views.length === 1 ? first?.number : first?.month;
  return {
    title: `${name ?? ''} · ${texts.title}`,
    style: STYLE,
    main: views.map((view) => articleOf(view, texts, moneyIn(language))).join('\n'),
  };
}

type Money = (amount: number) => string;

function articleOf(view: StatementView, texts: Texts, money: Money): string {
  const { operator, account } = view;
  const rows: [string, number][] = [
    [texts.opening, view.opening_balance],
    [texts.topUps, view.top_ups],
    [texts.charges, 0 - view.charges],
    [texts.refunds, view.refunds],
  ];
  return `<article>
<header>
<h1>${texts.title}</h1>
<p>${texts.number} <strong>${escapeHtml(view.number)}</strong><br>${texts.period} ${view.first_day} ${texts.until} ${view.last_day}<br><span class="quiet">${texts.closed} ${view.closed_at}</span></p>
</header>
<div class="parties">
${partyOf(texts.operator, operator, texts)}
${partyOf(texts.account, account, texts, `${account.username} · ${account.email}`)}
</div>
<h2>${texts.summary}</h2>
<table class="summary">
<tbody>${rows.map(([name, amount]) => `<tr><th scope="row">${name}</th>${cell(money(amount))}</tr>`).join('')}</tbody>
<tfoot><tr><th scope="row">${texts.closing}</th>${cell(money(view.closing_balance))}</tr></tfoot>
</table>
<h2>${texts.items}</h2>
${view.items.length === 0 ? `<p>${texts.none}</p>` : itemsOf(view, texts, money)}
<p class="quiet">${texts.footer}</p>
</article>`;
}

function partyOf(
  title: string,
  { name, address, tax_number: tax }: StatementView['operator'],
  texts: Texts,
  more = '',
): string {
  const lines = [address, tax && `${texts.tax} ${tax}`, more].filter((line) => line !== '');
  return `<section><h2>${title}</h2><p><strong>${escapeHtml(name)}</strong></p><p class="lines">${escapeHtml(lines.join('\n'))}</p></section>`;
}

function itemsOf({ items, charges, refunds }: StatementView, texts: Texts, money: Money): string {
  const counted = items.reduce((sum, { messages }) => sum + messages, 0);
  const names = [texts.brand, texts.key, texts.channel];
  const figures = [texts.messages, texts.charges, texts.refunds];
  return `<table class="items">
<thead><tr>${names.map((name) => `<th scope="col">${name}</th>`).join('')}${figures.map((name) => `<th scope="col" class="amount">${name}</th>`).join('')}</tr></thead>
<tbody>${items.map((item) => itemOf(item, texts, money)).join('\n')}</tbody>
<tfoot><tr><th scope="row" colspan="3">${texts.total}</th>${cell(String(counted))}${cell(money(charges))}${cell(money(refunds))}</tr></tfoot>
</table>`;
}

function itemOf(item: StatementPart, { channels }: Texts, money: Money): string {
  const { brand, api_key: key, channel, messages, charges, refunds } = item;
  const names = [brand, key, channel && channels[channel]].map(
    (name) => `<td>${escapeHtml(name ?? '–')}</td>`,
  );
  return `<tr>${names.join('')}${[String(messages), money(charges), money(refunds)].map(cell).join('')}</tr>`;
}

const cell = (text: string) => `<td class="amount">${text}</td>`;

const moneyIn = (language: Language): Money => {
  const rupiah = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'IDR',
    maximumFractionDigits: 0,
  });
  return (amount) => rupiah.format(amount);
};

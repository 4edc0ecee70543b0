import { type Mail, mailName, mailWord } from '../../../platform/mail/index.js';
import type { Calendar } from '../../../platform/time/calendar.js';
import type { AlertCondition, AlertKind } from './alert-kinds.rules.js';
import type { AlertEvent } from './operator-alert.entity.js';

export interface AlertNotification {
  event: AlertEvent;
  condition: AlertCondition;
  since: Date;
  endedAt: Date | null;
}

/** One mail for all notices that are due: a gateway failure affects all its devices at once. */
export function alertMail(
  notifications: readonly AlertNotification[],
  systemUrl: string,
  calendar: Calendar,
): Omit<Mail, 'to'> {
  const headlines = notifications.map(headline);
  const entries = notifications.map((each) => entry(each, calendar));
  return {
    subject: `Sandi: ${headlines.length === 1 ? headlines.join() : `${headlines.length} peringatan`}`,
    text: `${entries.join('\n\n')}

Keadaan layanan: ${systemUrl}

Sandi
`,
  };
}

const headline = ({ event, condition }: AlertNotification) =>
  `${event === 'ended' ? 'berakhir: ' : ''}${wordsOf(condition).title}`;

function entry(notifications: AlertNotification, calendar: Calendar): string {
  const { event, condition, since, endedAt } = notifications;
  const { title, facts, step } = wordsOf(condition, (at) => calendar.format(new Date(at)));
  const from = calendar.format(since);
  return event === 'began'
    ? `MULAI: ${title}\n${[`Sejak ${from}.`, ...facts, step].join(' ')}`
    : `BERAKHIR: ${title}\nDari ${from} sampai ${calendar.format(endedAt ?? since)}.`;
}

interface Words {
  title: string;
  /** Whole sentences. */
  facts: string[];
  /** The next step for the operator, a sentence or two. */
  step: string;
}

type Written = (at: string) => string;

const WORDS: { [Kind in AlertKind]: (detail: AlertCondition<Kind>['detail'], written: Written) => Words } = {
  device_disconnected: (detail) => ({
    title: `device ${mailName(detail.device)} terputus`,
    facts: detail.cause ? [`Kata gateway: ${detail.cause}.`] : [],
    step: 'Pindai ulang kodenya jika ponselnya keluar, atau jalankan gateway-nya jika tidak terjangkau.',
  }),
  device_restricted: (detail, written) => ({
    title: `device ${mailName(detail.device)} dibatasi WhatsApp`,
    facts: [`Sampai ${written(detail.until)}.`],
    step: 'Jangan dipakai lagi sebelum pembatasan berakhir.',
  }),
  device_failing: (detail) => ({
    title: `device ${mailName(detail.device)} gagal mengirim`,
    facts: [
      `${detail.failures} pesan berturut-turut ditolak atau tidak dijawab dengan jelas.`,
      ...(detail.cause ? [`Alasan terakhir: ${detail.cause}.`] : []),
    ],
    step: 'Periksa akun dan gateway-nya. Device pulih sendiri setelah menerima satu pesan.',
  }),
  device_degraded: (detail) => ({
    title: `device ${mailName(detail.device)} tidak melapor`,
    facts: ['Pesan diterimanya, tetapi tidak satu pun dilaporkan sampai.'],
    step: 'Periksa ponselnya dan alamat callback-nya.',
  }),
  template_blocked: (detail) => ({
    title: `device ${mailName(detail.device)} tidak dapat memakai template-nya`,
    facts: [
      `Template ${detail.template}: ${detail.status ?? 'ditolak'}.`,
      ...(detail.cause ? [`Alasan: ${detail.cause}.`] : []),
    ],
    step: 'Perbaiki atau ganti template-nya di WhatsApp Manager. Device dipakai lagi setelah template disetujui.',
  }),
  api_version_ending: (detail) => ({
    title: `device ${mailName(detail.device)} memakai versi API yang akan berakhir`,
    facts: [`Versi ${detail.version} berakhir paling lambat ${detail.ends}.`],
    step: `Ubah pengaturan api_version device itu ke ${detail.recommended}.`,
  }),
  device_new_chats: ({ device, used, total, until }, written) => ({
    title: `kuota chat baru device ${mailName(device)} hampir habis`,
    facts: [
      ...(used === null || total === null ? [] : [`Terpakai ${used} dari ${total}.`]),
      ...(until === null ? [] : [`Kuota baru mulai ${written(until)}.`]),
    ],
    step: 'Tambah device lain. Setelah kuota habis, device ini hanya mencapai penerima yang sudah mengenalnya.',
  }),
  webhook_backlog: (detail) => ({
    title: 'webhook menumpuk',
    facts: [
      `${detail.endpoints} webhook dan ${detail.events} event menunggu lebih dari ${detail.seconds} detik.`,
    ],
    step: 'Periksa log layanan. Jika tidak ada kesalahan di sana, naikkan WEBHOOK_CONCURRENCY.',
  }),
  pending_backlog: (detail) => ({
    title: 'pesan menunggu kepastian',
    facts: [`${detail.messages} pesan belum diperiksa lebih dari ${detail.seconds} detik setelah waktunya.`],
    step: 'Cari “recovery failed” di log layanan.',
  }),
  callback_backlog: (detail) => ({
    title: 'callback menumpuk',
    facts: [`Lebih dari ${detail.callbacks} callback menunggu pesan yang tidak dikenal.`],
    step: 'Periksa apakah gateway melapor ke layanan yang benar, atau ponselnya juga dipakai orang untuk menulis.',
  }),
  sends_overloaded: (detail) => ({
    title: 'pengiriman ditolak karena beban',
    facts: [`Terakhir ${detail.refused} pengiriman dijawab overloaded.`],
    step: 'Periksa apakah database lambat, atau mesinnya kekurangan prosesor atau memori.',
  }),
  free_deliveries: (detail) => ({
    title: detail.device
      ? `device ${mailName(detail.device)} mengirim pesan yang kreditnya sudah kembali`
      : 'pesan yang kreditnya sudah kembali tetap sampai',
    facts: [`Hari ini ${detail.deliveries} pesan sampai setelah ${detail.credits} kreditnya dikembalikan.`],
    step: 'Bandingkan laporan gateway dengan perjalanan pesannya, dan hentikan pesan baru ke device itu sampai gateway-nya beres.',
  }),
  international_rate: (detail) => ({
    title: `device ${mailName(detail.device)} dikenai tarif internasional Meta`,
    facts: [`Sejak kemarin ${detail.messages} pesan ditagih sebagai authentication_international.`],
    step: 'Periksa lokasi utama bisnis di Meta Business Manager, atau pindahkan pesannya ke device lain.',
  }),
  top_up_waiting: (detail) => ({
    title: `permintaan top up ${detail.request} menunggu`,
    facts: [`Sebuah akun menyatakan sudah mentransfer Rp ${detail.amount.toLocaleString('id-ID')}.`],
    step: 'Periksa rekening, lalu konfirmasi atau tolak di halaman Top up.',
  }),
  payment_review: ({ request, amount, cause }) => ({
    title: `pembayaran permintaan top up ${request} perlu diperiksa`,
    facts: [`Rp ${amount.toLocaleString('id-ID')}: ${REVIEWS[cause]}.`],
    step: 'Bandingkan dengan dashboard penyedia pembayaran, lalu hubungi pemilik akun jika uangnya harus dikembalikan.',
  }),
  payment_reversed: ({ request, amount, cause }) => ({
    title: `pembayaran permintaan top up ${request} ditarik kembali`,
    facts: [`Rp ${amount.toLocaleString('id-ID')}: ${REVERSALS[cause]}. Saldo akun tidak diubah.`],
    step: 'Periksa di dashboard penyedia pembayaran. Jika kreditnya harus kembali, kurangi saldo akun dengan catatan.',
  }),
  numbers_probed: (detail) => ({
    title: `akun ${mailWord(detail.account)} mencoba banyak nomor tanpa WhatsApp`,
    facts: [`Dalam satu jam terakhir ${detail.refused} pengirimannya ditolak.`],
    step: 'Periksa riwayat akun itu, dan tangguhkan jika ia memeriksa nomor orang lain.',
  }),
  fraud_detected: (detail) => ({
    title: `pengiriman akun ${mailWord(detail.account)} tampak seperti penipuan`,
    facts: [`Ada ${detail.blocks} temuan, dan ${detail.stopped} pengiriman yang cocok sejak itu.`],
    step: 'Lihat temuannya. Dengan mode shadow pengirimannya tetap jalan; dengan mode enforce diblokir.',
  }),
  closing_requested: (detail) => ({
    title: `pemilik akun ${mailWord(detail.account)} meminta akunnya ditutup`,
    facts: ['Akun itu tetap terbuka sampai administrator menutupnya.'],
    step: 'Selesaikan saldonya, lalu tutup akun itu di halaman penggunanya.',
  }),
  privacy_due: ({ request, due }) => ({
    title: `permintaan pemilik data ${request} hampir lewat waktunya`,
    facts: [`Batasnya ${due}, 72 jam sejak dicatat.`],
    step: 'Selesaikan atau tolak permintaan itu di halaman Privasi.',
  }),
  mails_failing: (detail) => ({
    title: 'email ke akun tidak terkirim',
    facts: [`${detail.mails} email belum diterima server email.`],
    step: 'Periksa SMTP_URL dengan npm run doctor, dan cari “a mail was not sent” di log layanan.',
  }),
  clock_wrong: ({ instance, seconds }) => ({
    title: `jam mesin ${mailWord(instance)} salah`,
    facts: [
      `Jamnya ${Math.abs(seconds)} detik ${seconds > 0 ? 'lebih cepat' : 'lebih lambat'} daripada jam database.`,
      'Instance di mesin itu memakai jam database, dan tidak memeriksa pesan yang hasilnya belum pasti.',
    ],
    step: 'Jalankan NTP di mesin itu dan di mesin database.',
  }),
  database_down: ({ instance, cause }) => ({
    title: `database tidak dapat dipakai oleh ${mailWord(instance)}`,
    facts: [...(cause ? [`Kata database: ${cause}.`] : []), 'Pengiriman dijawab 503 dan tidak ditagih.'],
    step: 'Periksa apakah database berjalan, terjangkau, boleh ditulis, dan disknya tidak penuh. Layanan pulih sendiri.',
  }),
  books_broken: (detail) => ({
    title: 'pembukuan tidak cocok',
    facts: [`Aturan yang dilanggar: ${detail.rules}.`],
    step: 'Jangan hapus apa pun; jalankan npm run books.',
  }),
};

export const ALERT_KINDS = Object.keys(WORDS) as AlertKind[];

const REVIEWS: Readonly<Record<AlertCondition<'payment_review'>['detail']['cause'], string>> = {
  after_expiry: 'dibayar setelah batas waktunya, dan kreditnya ditambahkan',
  after_cancellation: 'dibayar setelah permintaannya dibatalkan, dan kreditnya ditambahkan',
  after_decline: 'dibayar setelah permintaannya ditolak, dan kreditnya ditambahkan',
  already_confirmed: 'permintaannya sudah dikonfirmasi sebelumnya, jadi kreditnya tidak ditambahkan lagi',
  amount_differs: 'jumlah yang dibayar berbeda, jadi kreditnya tidak ditambahkan',
  request_missing: 'permintaannya tidak ada lagi, jadi kreditnya tidak ditambahkan',
};

const REVERSALS: Readonly<Record<AlertCondition<'payment_reversed'>['detail']['cause'], string>> = {
  refunded: 'dikembalikan kepada pembayar, seluruhnya atau sebagian',
  charged_back: 'ditarik lewat chargeback, seluruhnya atau sebagian',
  failed: 'dibatalkan oleh penyedia pembayaran setelah dinyatakan lunas',
};

const wordsOf = <Kind extends AlertKind>(
  { kind, detail }: AlertCondition<Kind>,
  written: Written = (at) => at,
) => WORDS[kind](detail, written);

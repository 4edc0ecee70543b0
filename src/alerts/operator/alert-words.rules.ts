import { type Mail, mailWord } from '../../common/mail/index.js';
import type { Calendar } from '../../common/time/calendar.js';
import type { Sighting } from './kinds.rules.js';
import type { AlertEvent } from './operator-notice.entity.js';

/** That an alert began, or ended. */
export interface AlertNews {
  event: AlertEvent;
  sighting: Sighting;
  since: Date;
  endedAt: Date | null;
}

/** One mail of all that is to be told to somebody at once: a gateway that goes takes all its devices with it. */
export function alertMail(
  news: readonly [AlertNews, ...AlertNews[]],
  systemUrl: string,
  calendar: Calendar,
): Omit<Mail, 'to'> {
  const [first] = news;
  const entries = news.map((each) => entry(each, calendar));
  return {
    subject: `Sandi: ${news.length === 1 ? headline(first) : `${news.length} peringatan`}`,
    text: `${entries.join('\n\n')}

Keadaan layanan: ${systemUrl}

Sandi
`,
  };
}

const headline = ({ event, sighting }: AlertNews) =>
  `${event === 'ended' ? 'berakhir: ' : ''}${wordsOf(sighting).title}`;

function entry(news: AlertNews, calendar: Calendar): string {
  const { event, sighting, since, endedAt } = news;
  const { title, advice } = wordsOf(sighting, (at) => calendar.format(new Date(at)));
  const from = calendar.format(since);
  return event === 'began'
    ? `MULAI: ${title}\nSejak ${from}. ${advice}`
    : `BERAKHIR: ${title}\nDari ${from} sampai ${calendar.format(endedAt ?? since)}.`;
}

interface Words {
  title: string;
  advice: string;
}

function wordsOf(sighting: Sighting, written: (at: string) => string = (at) => at): Words {
  const { kind, detail } = sighting;
  switch (kind) {
    case 'device_disconnected':
      return {
        title: `device ${mailWord(detail.device)} terputus`,
        advice: `${detail.cause ? `Kata gateway: ${detail.cause}. ` : ''}Pindai ulang kodenya bila ponselnya keluar, atau jalankan gateway-nya bila tidak terjangkau.`,
      };
    case 'device_restricted':
      return {
        title: `device ${mailWord(detail.device)} ditahan WhatsApp`,
        advice: `Sampai ${written(detail.until)}; biarkan beristirahat sampai saat itu.`,
      };
    case 'device_degraded':
      return {
        title: `device ${mailWord(detail.device)} tidak melapor`,
        advice: 'Pesan diterimanya, tetapi tidak satu pun dikabarkan sampai. Periksa ponselnya.',
      };
    case 'webhook_backlog':
      return {
        title: 'webhook menumpuk',
        advice: `${detail.endpoints} webhook dan ${detail.events} peristiwa menunggu lebih dari ${detail.seconds} detik.`,
      };
    case 'pending_backlog':
      return {
        title: 'pesan menunggu kepastian',
        advice: `${detail.messages} pesan belum diperiksa lebih dari ${detail.seconds} detik setelah waktunya.`,
      };
    case 'callback_backlog':
      return {
        title: 'callback menumpuk',
        advice: `Lebih dari ${detail.callbacks} callback menunggu pesan yang tidak dikenal.`,
      };
    case 'sends_overloaded':
      return {
        title: 'pengiriman ditolak karena beban',
        advice: `Terakhir ${detail.refused} pengiriman dijawab overloaded.`,
      };
    case 'free_deliveries':
      return {
        title: detail.device
          ? `device ${mailWord(detail.device)} mengirim pesan yang kreditnya sudah kembali`
          : 'pesan yang kreditnya sudah kembali tetap sampai',
        advice: `Hari ini ${detail.deliveries} pesan sampai setelah ${detail.credits} kreditnya dikembalikan. Periksa kabar gateway-nya, atau kosongkan device itu.`,
      };
    case 'top_up_waiting':
      return {
        title: `permintaan top up ${detail.request} menunggu`,
        advice: `Sebuah akun menyatakan sudah mentransfer Rp ${detail.amount.toLocaleString('id-ID')}. Periksa rekening, lalu konfirmasi atau tolak di halaman Top up.`,
      };
    case 'books_broken':
      return {
        title: 'pembukuan tidak cocok',
        advice: `Aturan yang dilanggar: ${detail.rules}. Jangan hapus apa pun; jalankan npm run books.`,
      };
    default:
      return sighting satisfies never;
  }
}

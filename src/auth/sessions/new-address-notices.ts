import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import type { Caller } from '../../platform/access/principal.js';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { type Limiter, Limits } from '../../platform/limits/index.js';
import { type Mail, MailOutbox } from '../../platform/mail/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import type { User } from '../../users/index.js';

const MAILS_MAX = 1;
const WINDOW_SECONDS = 3600;

/** Mails the owner after a login from an unknown address. */
@Injectable()
export class NewAddressNotices {
  private readonly perAccount: Limiter;

  constructor(
    limits: Limits,
    private readonly outbox: MailOutbox,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.perAccount = limits.limiter('new-address-mail', MAILS_MAX, WINDOW_SECONDS);
  }

  /** An unverified address may belong to a stranger. */
  notify(user: User, { address }: Caller): void {
    if (user.emailVerifiedAt === null) return;
    const about = `user:${user.id}`;
    const at = `${this.calendar.format(this.clock.now())} (${this.calendar.timeZone})`;
    const link = `${this.config.publicUrl}/account`;
    const mail = async () => {
      if (!(await this.perAccount.consume(String(user.id))).allowed) return;
      const words = newAddressMail(address, at, link);
      await this.outbox.add({ kind: 'new_address', about, to: user, ...words });
    };
    if (!this.background.start('mail of a login from a new address', mail))
      this.logger.warn({ userId: user.id }, 'no mail of a login from a new address: too much to do');
  }
}

/** Leaves out the device and invalid addresses: the person who logs in chose them. */
function newAddressMail(address: string, at: string, link: string): Omit<Mail, 'to'> {
  return {
    subject: 'Login ke akun Sandi dari alamat baru',
    text: `Halo,

Seseorang baru saja masuk ke akun Sandi Anda dari alamat yang belum dikenal:

Waktu: ${at}
Alamat IP: ${isIP(address) > 0 ? address : 'tidak diketahui'}

Jika itu Anda, abaikan email ini.

Jika bukan, akhiri sesi itu dan ganti password Anda sekarang:

${link}

Login berikutnya dari alamat baru diberitahukan paling cepat satu jam lagi.

Sandi
`,
  };
}

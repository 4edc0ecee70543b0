import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { Principal } from '../platform/access/principal.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { type Limiter, Limits, type LimitUse, rateLimited } from '../platform/limits/index.js';
import { type Mail, MailOutbox } from '../platform/mail/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { DAY_SECONDS, MINUTE_SECONDS } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';
import { guessesPhone } from './message-search.dto.js';

const NAME = 'phone-search';
const DETAIL = {
  id: 'Pencarian menurut nomor telepon dari akun ini sudah mencapai batasnya.',
  en: 'The account has used up its searches by phone.',
};

/**
 * Limits searches that could complete a masked phone, for all keys and sessions of an account. The owner gets a mail
 * when a limit is reached, at most once a day.
 */
@Injectable()
export class PhoneSearches {
  private readonly perMinute: Limiter;
  private readonly perDay: Limiter;
  private readonly mails: Limiter;

  constructor(
    limits: Limits,
    private readonly config: Config,
    private readonly users: UsersService,
    private readonly outbox: MailOutbox,
    private readonly background: BackgroundTasks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.perMinute = limits.limiter('phone-search:minute', config.PHONE_SEARCHES_PER_MINUTE, MINUTE_SECONDS);
    this.perDay = limits.limiter('phone-search:day', config.PHONE_SEARCHES_PER_DAY, DAY_SECONDS);
    this.mails = limits.limiter('phone-search:mail', 1, DAY_SECONDS);
  }

  /** Counts a search if it guesses a phone. Fails with `rate_limited`. */
  async count(who: Principal, search: Parameters<typeof guessesPhone>[0]): Promise<void> {
    if (!guessesPhone(search)) return;
    const account = String(who.userId);
    const minute = await this.perMinute.consume(account);
    if (!minute.allowed) this.refuse(who, minute, this.config.PHONE_SEARCHES_PER_MINUTE, MINUTE_SECONDS);
    const day = await this.perDay.consume(account);
    if (day.allowed) return;
    await minute.release();
    this.refuse(who, day, this.config.PHONE_SEARCHES_PER_DAY, DAY_SECONDS);
  }

  private refuse(who: Principal, { resetSeconds }: LimitUse, quota: number, windowSeconds: number): never {
    const limit = `${quota} per ${windowSeconds === DAY_SECONDS ? 'hari' : 'menit'}`;
    if (!this.background.start('mail of the limit of phone searches', () => this.mail(who, limit)))
      this.logger.warn({ userId: who.userId }, 'no mail of the limit of phone searches: too much to do');
    throw rateLimited({ name: NAME, resetSeconds, quota, windowSeconds }, DETAIL);
  }

  private async mail({ userId, kind }: Principal, limit: string): Promise<void> {
    if (!(await this.mails.consume(String(userId))).allowed) return;
    const user = await this.users.findContact(userId);
    if (!user) return;
    const by = kind === 'api_key' ? 'dengan API key' : 'dari dashboard';
    const mail = searchLimitMail(limit, by, `${this.config.publicUrl}/keys`);
    await this.outbox.add({ kind: 'search_limit', about: `user:${userId}`, to: user, ...mail });
  }
}

/** `link`: where API keys are revoked. */
function searchLimitMail(limit: string, by: string, link: string): Omit<Mail, 'to'> {
  return {
    subject: 'Batas pencarian nomor telepon di akun Sandi Anda tercapai',
    text: `Halo,

Akun Sandi Anda mencapai batas pencarian pesan menurut nomor telepon: ${limit}.
Pencarian terakhir dilakukan ${by}. Pencarian berikutnya ditolak sampai batas itu pulih;
pengiriman OTP tidak terpengaruh.

Pencarian sebanyak ini dapat dipakai untuk menebak nomor lengkap di balik nomor yang disamarkan.

Jika bukan Anda yang mencari, cabut API key yang dipakai dan ganti password Anda:

${link}

Email ini dikirim maksimal sekali sehari.

Sandi
`,
  };
}

import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { ApiKeysService } from '../api-keys/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { Database, execute, insertMissing } from '../platform/database/index.js';
import { type Mail, MailOutbox } from '../platform/mail/index.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';
import { HookAlert } from './hook-alert.entity.js';

const QUIET_SECONDS = 3600;
const DUE_NOW = new Date(0);

/** Mails the owner why hooks fail, at most hourly for each cause over all instances, and never for test keys. */
@Injectable()
export class HookAlerts {
  /** Deduplicates concurrent failures. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly keys: ApiKeysService,
    private readonly outbox: MailOutbox,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
  ) {}

  /** Mails the owner in the background. Never fails. */
  note(who: ApiKeyPrincipal, trouble: HookProblem): void {
    const known = `${who.userId}:${trouble}`;
    if (who.mode === 'test' || this.underWay.has(known)) return;
    const started = this.background.start('tell of a failing hook', () =>
      this.send(who, trouble).finally(() => this.underWay.delete(known)),
    );
    if (started) this.underWay.add(known);
  }

  private async send({ userId, apiKeyId }: ApiKeyPrincipal, trouble: HookProblem): Promise<void> {
    const now = this.clock.now();
    const alert = { userId, trouble };
    const known = await this.database.read.findOneBy(HookAlert, alert);
    if (known && known.quietUntil > now) return;
    const user = await this.users.findContact(userId);
    if (user?.suspendedAt !== null) return;
    const { last4 } = await this.keys.hookSettings(apiKeyId);
    await this.database.tx(async (tx) => {
      const row = { ...alert, quietUntil: DUE_NOW };
      if (!known) await execute(tx, insertMissing(this.database.engine, HookAlert, [row]));
      // Only one instance sends the mail.
      const where = { ...alert, quietUntil: LessThanOrEqual(now) };
      const { affected } = await tx.update(HookAlert, where, {
        quietUntil: addSeconds(now, QUIET_SECONDS),
      });
      if (affected !== 1) return;
      const words = hookAlertMail(trouble, last4);
      await this.outbox.enqueue(tx, { kind: 'hook_alert', about: `user:${userId}`, to: user, ...words });
    });
    this.outbox.committed();
  }
}

const PROBLEMS = {
  insufficient_credit: {
    cause: 'Saldo kredit akun Anda tidak cukup untuk satu pengiriman.',
    fix: 'Isi ulang saldo; kode berikutnya langsung terkirim.',
  },
  daily_cap_reached: {
    cause: 'Batas harian API key itu sudah tercapai.',
    fix: 'Naikkan batas harian API key itu, atau tunggu hingga pergantian hari.',
  },
  spend_cap_reached: {
    cause: 'Batas belanja hari ini sudah tercapai.',
    fix: 'Naikkan batas belanja akun atau API key itu, atau tunggu hingga pergantian hari.',
  },
  no_device: {
    cause: 'Tidak ada device WhatsApp yang dapat menerima pesan.',
    fix: 'Hubungi operator layanan ini jika keadaan ini berlanjut.',
  },
  company_name_missing: {
    cause: 'Nama brand (company_name) tidak ada, baik pada alamat hook maupun tersimpan bersama secret hook.',
    fix: 'Tambahkan ?company_name=… pada alamat hook, atau simpan nama itu saat membuat secret hook.',
  },
  company_name_refused: {
    cause: 'Nama brand (company_name) pada hook itu tidak memenuhi ketentuan.',
    fix: 'Perbaiki ?company_name=… pada alamat hook, atau nama yang tersimpan bersama secret hook.',
  },
} as const;

export type HookProblem = keyof typeof PROBLEMS;

/** Shows only the end of the key: mails quote no text of users. */
function hookAlertMail(trouble: HookProblem, keyEnding: string): Omit<Mail, 'to'> {
  const { cause, fix } = PROBLEMS[trouble];
  return {
    subject: 'Hook Sandi Anda gagal mengirim OTP',
    text: `Halo,

Server login Anda meminta pengiriman OTP lewat API key yang berakhiran ${keyEnding}, dan permintaan itu gagal:

${cause}

Pengguna Anda hanya membaca bahwa layanan sedang tidak tersedia.

${fix}

Untuk sebab yang sama, email ini dikirim maksimal satu kali dalam satu jam.

Sandi
`,
  };
}

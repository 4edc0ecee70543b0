import type { Transporter } from 'nodemailer';
import { type Mail, Mailer } from './mailer.js';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
const ADDRESS = /[^\s<>@]+@[^\s<>@]+/g;

/** Mails over SMTP, one connection each; STARTTLS when the server offers it. */
export class SmtpMailer extends Mailer {
  private transport: Promise<Transporter> | undefined;

  constructor(
    private readonly smtpUrl: string,
    private readonly from: string,
  ) {
    super();
  }

  async send({ to, subject, text }: Mail): Promise<void> {
    // As an object, the address is one address whatever is in it.
    const mail = { from: this.from, to: { name: '', address: to }, subject, text };
    const transport = await this.opened();
    await transport.sendMail(mail).catch((error: unknown) => {
      throw new Error(withoutAddresses('the mail was not taken', error));
    });
  }

  /** Connects and logs in, without a mail. */
  async verify(): Promise<void> {
    const transport = await this.opened();
    await transport.verify().catch((error: unknown) => {
      throw new Error(withoutAddresses('the server does not take us', error));
    });
  }

  /** Loaded with the first mail: many services send none. */
  private opened(): Promise<Transporter> {
    this.transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: this.smtpUrl,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        dnsTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return this.transport;
  }
}

/** Servers quote the recipient in their refusals; the log does without. */
function withoutAddresses(what: string, error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return `${what} (${code ?? 'unknown'}): ${String(message).replace(ADDRESS, '[address]')}`;
}

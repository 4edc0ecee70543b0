import type { Transporter } from 'nodemailer';
import { isOutside, mailFailure } from './mail-failure.rules.js';
import { type Mail, Mailer } from './mailer.js';
import { smtpOptions, type SmtpServer } from './smtp-address.js';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/** Sends over SMTP, one connection per mail; STARTTLS if required or offered. */
export class SmtpMailer extends Mailer {
  private transport: Promise<Transporter> | undefined;

  constructor(
    private readonly server: SmtpServer,
    private readonly from: string,
  ) {
    super();
  }

  reaches(address: string): boolean {
    return isOutside(address);
  }

  async send({ to, subject, text }: Mail, reference?: string): Promise<void> {
    const messageId = reference && `<${reference}@${this.from.replace(/^.*@|>$/g, '')}>`;
    // An object is always a single address, whatever it contains.
    const mail = { from: this.from, to: { name: '', address: to }, subject, text, messageId };
    const transport = await this.opened();
    await transport.sendMail(mail).catch((error: unknown) => {
      throw mailFailure('the mail was not taken', error);
    });
  }

  /** Connects and logs in without sending. */
  async verify(): Promise<void> {
    const transport = await this.opened();
    await transport.verify().catch((error: unknown) => {
      throw mailFailure('the server does not take us', error);
    });
  }

  /** Imported with the first mail: many services send none. */
  private opened(): Promise<Transporter> {
    this.transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        ...smtpOptions(this.server),
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

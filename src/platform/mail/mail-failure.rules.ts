/** Whose matter a failure is: `server`: the operator's mail server; `recipient`: this one mailbox. */
export type MailFault = 'server' | 'recipient';

/** A mail that was not taken. The message quotes no address. */
export class MailFailure extends Error {
  constructor(
    message: string,
    readonly fault: MailFault = 'server',
    /** The server will never take it. */
    readonly isFinal = false,
  ) {
    super(message);
    this.name = 'MailFailure';
  }
}

/** As nodemailer tells of a failure. */
export interface SmtpError {
  code?: string;
  message?: string;
  command?: string;
  response?: string;
}

const ADDRESS = /[^\s<>@]+@[^\s<>@]+/g;
/** RFC 3463: X.1.X is about the address, X.2.X about the mailbox. Anything else, such as X.7.1 "relay denied", is not. */
const ABOUT_RECIPIENT = /^\d{3}[ -]([45])\.[12]\.\d+/;

/** What an error of the SMTP client means. Servers quote the recipient in their responses; the log does without. */
export function mailFailure(what: string, error: unknown): MailFailure {
  const { code, message, command, response } = (error ?? {}) as SmtpError;
  const text = `${what} (${code ?? 'unknown'}): ${String(message).replace(ADDRESS, '[address]')}`;
  const [, kind] = (command === 'RCPT TO' && ABOUT_RECIPIENT.exec(response ?? '')) || [];
  return kind ? new MailFailure(text, 'recipient', kind === '5') : new MailFailure(text);
}

/** Whether a mail to this address may go to a mail server: not to names that are reserved for no host (RFC 6761). */
export function isOutside(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return !/(^|\.)(localhost|invalid)\.?$/.test(domain);
}

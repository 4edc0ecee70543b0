/** `server`: the operator's mail server; `recipient`: this mailbox. */
export type MailFault = 'server' | 'recipient';

/** A rejected mail. The message contains no address. */
export class MailFailure extends Error {
  constructor(
    message: string,
    readonly fault: MailFault = 'server',
    /** Permanently rejected. */
    readonly isFinal = false,
  ) {
    super(message);
    this.name = 'MailFailure';
  }
}

export interface SmtpError {
  code?: string;
  message?: string;
  command?: string;
  response?: string;
}

const ADDRESS = /[^\s<>@]+@[^\s<>@]+/g;
/** RFC 3463: X.1.X is about the address, X.2.X about the mailbox. X.7.1 "relay denied" is not. */
const ABOUT_RECIPIENT = /^\d{3}[ -]([45])\.[12]\.\d+/;

/** Classifies an SMTP error and removes addresses from its message. */
export function mailFailure(what: string, error: unknown): MailFailure {
  const { code, message, command, response } = (error ?? {}) as SmtpError;
  const text = `${what} (${code ?? 'unknown'}): ${String(message).replace(ADDRESS, '[address]')}`;
  const [, kind] = (command === 'RCPT TO' && ABOUT_RECIPIENT.exec(response ?? '')) || [];
  return kind ? new MailFailure(text, 'recipient', kind === '5') : new MailFailure(text);
}

/** False for reserved names (RFC 6761). */
export function isOutside(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return !/(^|\.)(localhost|invalid)\.?$/.test(domain);
}

import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received {
  to: string[];
  from: string;
  user: string | undefined;
  mail: Email;
}

export interface MailServer {
  received: Received[];
  address: string;
  /** Mailboxes that it refuses from now on. */
  refused: Set<string>;
  close(): Promise<void>;
}

/** A real SMTP server on loopback, that answers a mail when it is told to and refuses whom it is told to. */
export async function startMailServer({
  delayMs = 0,
  until = () => Promise.resolve(),
  refuse = false,
} = {}): Promise<MailServer> {
  const received: Received[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: ({ address }, _session, done) =>
      done(
        refuse || refused.has(address)
          ? Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })
          : null,
      ),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          const user = session.user as string | undefined;
          received.push({ from, to: rcptTo.map(({ address }) => address), user, mail });
          void until().then(() => setTimeout(() => done(null), delayMs));
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    refused,
    address: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

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
  /** How it refuses them. */
  refusal: string;
  /** What it answers to every sender from now on, such as `4.3.0 later`; undefined: it takes mails. */
  trouble: string | undefined;
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
  const opened = { received, refused, refusal: 'no such user', trouble: undefined } as unknown as MailServer;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onMailFrom: (_address, _session, done) =>
      done(opened.trouble ? Object.assign(new Error(opened.trouble), { responseCode: 451 }) : null),
    onRcptTo: ({ address }, _session, done) =>
      done(
        refuse || refused.has(address)
          ? Object.assign(new Error(`${opened.refusal} ${address}`), { responseCode: 550 })
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
  Object.assign(opened, {
    address: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
  return opened;
}

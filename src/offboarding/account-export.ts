import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Sessions } from '../auth/index.js';
import { CreditReader, Statements } from '../credit/index.js';
import { HistoryExport } from '../history/index.js';
import { Audit, SecurityLogExport } from '../operations/audit/index.js';
import type { SessionActor } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { orNotFound } from '../platform/errors/index.js';
import { MailOutbox } from '../platform/mail/index.js';
import { Confirmation, type ConfirmedDto } from '../platform/security/confirmation.js';
import { TAR_END, tarFile } from '../platform/text/tar.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';

/** Large files are split into parts of this size. Only one part is in memory at a time. */
const PART_BYTES = 1 << 20;

/** All data of an account in one archive, for its owner. */
@Injectable()
export class AccountExport {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: Sessions,
    private readonly statements: Statements,
    private readonly securityLog: SecurityLogExport,
    private readonly messages: HistoryExport,
    private readonly ledger: CreditReader,
    private readonly confirmation: Confirmation,
    private readonly audit: Audit,
    private readonly outbox: MailOutbox,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** A tar.gz, read as fast as it is downloaded. Fails as {@link Confirmation}. */
  async archive(owner: SessionActor, { current_password }: ConfirmedDto): Promise<Readable> {
    await this.confirmation.require(owner, current_password);
    await this.database.tx((tx) => this.audit.recordOwn(tx, owner, 'account.export'));
    this.outbox.committed();
    const gzip = createGzip();
    // An error destroys the response, so that the client notices that the file is incomplete.
    pipeline(Readable.from(this.files(owner)), gzip, () => undefined);
    return gzip;
  }

  private async *files(owner: SessionActor): AsyncGenerator<Buffer> {
    const { userId } = owner;
    yield this.json('profile.json', await this.profile(userId));
    yield this.json('sessions.json', await this.sessions.list(owner));
    yield* this.parts('security-log', this.securityLog.csv(userId));
    for (const mode of ['live', 'test'] as const)
      yield* this.parts(
        `messages-${mode}`,
        this.messages.csv({ userId, livemode: mode === 'live' }, { mode, include: 'pending' }),
      );
    yield* this.parts('ledger', this.ledger.csv(userId, {}));
    yield TAR_END;
  }

  private async profile(userId: number) {
    const user = orNotFound(await this.users.findContact(userId));
    const created_at = this.calendar.formatWithOffset(user.createdAt);
    const billing = await this.statements.billing(userId);
    return { ...(await this.users.view(user)), created_at, billing };
  }

  /** A CSV in files of about {@link PART_BYTES}, each with the header line. */
  private async *parts(name: string, csv: Readable): AsyncGenerator<Buffer> {
    const chunks = (csv as AsyncIterable<string>)[Symbol.asyncIterator]();
    const header = String((await chunks.next()).value);
    let text = header;
    let part = 1;
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      text += chunk;
      if (text.length < PART_BYTES) continue;
      yield this.file(`${name}-${part++}.csv`, text);
      text = header;
    }
    if (part === 1 || text !== header) yield this.file(`${name}-${part}.csv`, text);
  }

  private json(name: string, value: object): Buffer {
    return this.file(name, `${JSON.stringify(value, null, 2)}\n`);
  }

  private file(name: string, text: string): Buffer {
    return tarFile(`sandi-account/${name}`, Buffer.from(text), this.clock.now());
  }
}

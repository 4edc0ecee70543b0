import { Inject, Injectable } from '@nestjs/common';
import { Between, type EntityManager, In, LessThanOrEqual, MoreThan } from 'typeorm';
import { backoffSeconds } from '../background/backoff.rules.js';
import { PollBound } from '../background/poll-bound.js';
import type { Sweeper } from '../background/sweeper.js';
import { Sweepers } from '../background/sweepers.js';
import { Database, deleteByKey } from '../database/index.js';
import { newReference } from '../ids/random.js';
import { Metrics } from '../observability/index.js';
import { LOGGER, type Logger } from '../observability/logger-token.js';
import { Sealer } from '../security/sealer.js';
import { addSeconds, Clock, DAY_SECONDS } from '../time/clock.js';
import { MailFailure } from './mail-failure.rules.js';
import { type Mail, Mailer } from './mailer.js';
import { OutgoingMail } from './outgoing-mail.entity.js';

const EVERY_SECONDS = 5;
const BATCH = 100;
const CONNECTIONS = 5;
/** Longer than any attempt: an instance that holds a mail longer has died. */
const LEASE_SECONDS = 300;
const TTL_SECONDS = DAY_SECONDS;
/** Waiting mails per subject and in total. Further ones are dropped and logged. */
const WAITING_MAX = { about: 20, all: 10_000 };

export interface MailOwner {
  email: string;
  emailVerifiedAt: Date | null;
}

interface AccountMail extends Pick<Mail, 'subject' | 'text'> {
  /** Such as `password_reset`. */
  kind: string;
  /** The subject, such as `user:7`; never an address. */
  about: string;
  to: MailOwner;
  /** Default: a day from now. */
  expiresAt?: Date;
}

@Injectable()
export class MailMetrics {
  readonly mails;

  constructor(metrics: Metrics) {
    this.mails = metrics.counter(
      'sandi_mails_total',
      'Mails to accounts by result: sent, retried (will be tried again), rejected (not accepted), expired, dropped (too many wait)',
      ['result'],
    );
  }
}

/**
 * The outbox of mails to account owners. A mail is stored in the transaction that causes it. One instance then tries to
 * send it until it is accepted or expires. After a crash its lease ends: it may arrive twice, but is not lost.
 */
@Injectable()
export class MailOutbox {
  private readonly sweeper: Sweeper;
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly metrics: MailMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
    sweepers: Sweepers,
  ) {
    this.bound = new PollBound(clock);
    this.sweeper = sweepers.every('account mails', EVERY_SECONDS, (stopping) => this.sendDue(stopping));
    sweepers.purge('mails that expired', (limit) => this.purge(limit));
  }

  /** Stores a mail; call {@link committed} after the transaction. Never throws for a full outbox. */
  async enqueue(
    tx: EntityManager,
    { kind, about, to, subject, text, expiresAt }: AccountMail,
  ): Promise<void> {
    if (!this.mailer.reaches(to.email)) return;
    if (await this.isFull(tx, about)) {
      this.metrics.mails.inc({ result: 'dropped' });
      this.logger.error({ kind, about }, 'a mail was dropped: too many wait for the mail server');
      return;
    }
    const now = this.clock.now();
    const mail: Mail = { to: to.email, subject, text };
    await tx.insert(OutgoingMail, {
      reference: newReference('mail', now),
      about,
      kind,
      sealed: this.sealer.seal(JSON.stringify(mail)),
      proven: to.emailVerifiedAt !== null,
      attempts: 0,
      fault: null,
      dueAt: now,
      expiresAt: expiresAt ?? addSeconds(now, TTL_SECONDS),
      createdAt: now,
    });
  }

  /** Stores and sends a mail in its own transaction. */
  async add(mail: AccountMail): Promise<void> {
    await this.database.tx((tx) => this.enqueue(tx, mail));
    this.committed();
  }

  /** Deletes unsent mails: their link has ended, or a newer mail replaces them. */
  async withdraw(tx: EntityManager, kind: string, about: string): Promise<void> {
    await deleteByKey(tx, OutgoingMail, 'id', { kind, about });
  }

  committed(): void {
    this.sweeper.within(0);
  }

  /**
   * Counts the mails whose last attempt failed. A recipient's fault counts only for verified addresses: a sign-up with
   * a wrong address must not alert the operator.
   */
  failing(): Promise<number> {
    return this.database.read.count(OutgoingMail, {
      where: [{ fault: 'server' }, { fault: 'recipient', proven: true }],
    });
  }

  private async isFull(tx: EntityManager, about: string): Promise<boolean> {
    const { about: own, all } = WAITING_MAX;
    const isMore = async (where: { about?: string }, max: number) =>
      (await tx.find(OutgoingMail, { select: { id: true }, where, skip: max - 1, take: 1 })).length > 0;
    return (await isMore({ about }, own)) || isMore({}, all);
  }

  private async sendDue(stopping: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const due = await this.database.read.find(OutgoingMail, {
      where: { dueAt: Between(new Date(this.bound.begin()), now), expiresAt: MoreThan(now) },
      order: { dueAt: 'ASC', id: 'ASC' },
      take: BATCH,
    });
    this.bound.found(due[0]?.dueAt.getTime(), now.getTime());
    let isServerAway = false;
    const work = async () => {
      for (let mail = due.shift(); mail; mail = due.shift()) {
        // Stops at the first fault of the mail server. The next round begins with its own attempt.
        if (isServerAway || stopping.aborted) return;
        const leased = await this.lease(mail);
        if (leased && (await this.attempt(leased)) === 'server') isServerAway = true;
      }
    };
    const isMore = due.length === BATCH;
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    if (isMore && !isServerAway) this.sweeper.within(0);
  }

  /** Leases a mail to this instance; undefined if another one was first. */
  private async lease(mail: OutgoingMail): Promise<OutgoingMail | undefined> {
    const change = {
      dueAt: addSeconds(this.clock.now(), LEASE_SECONDS),
      attempts: mail.attempts + 1,
    };
    return (await this.change(mail, change)) ? { ...mail, ...change } : undefined;
  }

  private async attempt(mail: OutgoingMail): Promise<MailFailure['fault'] | 'none'> {
    const { reference, kind, about } = mail;
    const content = this.opened(mail);
    try {
      if (content) await this.mailer.send(content, reference);
    } catch (error) {
      return this.failed(mail, error);
    }
    await this.leased(mail, (tx, id) => tx.delete(OutgoingMail, { id }));
    if (content) this.metrics.mails.inc({ result: 'sent' });
    else this.logger.error({ kind, about }, 'a mail was dropped: it is sealed by another DATA_KEY');
    return 'none';
  }

  private async failed(mail: OutgoingMail, error: unknown): Promise<MailFailure['fault']> {
    const { kind, about, attempts, expiresAt } = mail;
    const { message } = error as Error;
    const { fault, isFinal } = error instanceof MailFailure ? error : new MailFailure(message);
    const next = addSeconds(this.clock.now(), backoffSeconds(attempts));
    const dueAt = isFinal ? expiresAt : next;
    await this.change(mail, { dueAt, fault });
    this.metrics.mails.inc({ result: isFinal ? 'rejected' : 'retried' });
    this.logger.warn({ kind, about, attempts, err: { message } }, 'a mail was not sent');
    return fault;
  }

  private opened({ sealed }: OutgoingMail): Mail | undefined {
    try {
      return JSON.parse(this.sealer.open(sealed)) as Mail;
    } catch {
      return undefined;
    }
  }

  private change(mail: OutgoingMail, change: Partial<OutgoingMail>): Promise<boolean> {
    return this.leased(mail, (tx, id) => tx.update(OutgoingMail, { id }, change));
  }

  /** Writes only while the lease is ours: another instance would have changed the due time. */
  private leased(
    { id, dueAt }: OutgoingMail,
    write: (tx: EntityManager, id: number) => Promise<unknown>,
  ): Promise<boolean> {
    return this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, OutgoingMail, { id });
      if (row?.dueAt.getTime() !== dueAt.getTime()) return false;
      await write(tx, id);
      return true;
    });
  }

  private async purge(limit: number): Promise<number> {
    const expired = await this.database.read.find(OutgoingMail, {
      select: { id: true, kind: true, about: true },
      where: { expiresAt: LessThanOrEqual(this.clock.now()) },
      take: limit,
    });
    if (expired.length === 0) return 0;
    await this.database.tx((tx) => tx.delete(OutgoingMail, { id: In(expired.map(({ id }) => id)) }));
    for (const { kind, about } of expired) {
      this.metrics.mails.inc({ result: 'expired' });
      this.logger.error({ kind, about }, 'a mail expired before the mail server took it');
    }
    return expired.length;
  }
}

import { Injectable } from '@nestjs/common';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import type { Phone } from '../platform/text/phone.rules.js';
import { Clock, secondsUntil } from '../platform/time/clock.js';
import type { ClientInfo } from './client-info.js';
import { type ListName, SERVICE_WIDE } from './fraud.entities.js';
import { type BlockReason, USUAL_LIMITS } from './fraud.rules.js';
import { type ActiveBlock, activeBlock, FraudAccounts, type GuardedAccount } from './fraud-accounts.js';
import { FraudMarks, type Mark } from './fraud-marks.js';
import { FraudMetrics } from './fraud-metrics.js';
import { FraudWatch, type GuardedSend } from './fraud-watch.js';

/** Blocks sends that look like fraud, before anything is charged. Without its data it lets all sends pass. */
@Injectable()
export class FraudGuard {
  constructor(
    private readonly accounts: FraudAccounts,
    private readonly marks: FraudMarks,
    private readonly watch: FraudWatch,
    private readonly metrics: FraudMetrics,
    private readonly clock: Clock,
  ) {}

  /** `undefined`: a test key, whose sends do not count. Fails with `verification_blocked`. */
  async check(
    { userId, mode }: Pick<ApiKeyPrincipal, 'userId' | 'mode'>,
    phone: Phone,
    client?: ClientInfo,
  ): Promise<GuardedSend | undefined> {
    if (mode === 'test') return undefined;
    const account = await this.accounts.inTime(userId);
    const marks = this.marks.of(userId, phone, client);
    if (!account) {
      this.metrics.unchecked.inc();
      return { userId, limits: USUAL_LIMITS, marks };
    }
    const { limits } = account;
    const list = this.listOf(account, userId, phone);
    if (list === 'allow') return { userId, limits, marks: [] };
    if (list === 'block') throw blocked(['block_list']);
    const now = this.clock.now();
    const blockOf = ({ blocked }: Mark) => activeBlock(account, blocked.marks, now);
    const ofSend = marks.filter(({ group }) => group !== 'account');
    const found = new Set(ofSend.flatMap((mark) => blockOf(mark) ?? []));
    if (found.size > 0) this.stop(account, [...found], now);
    return { userId, limits, marks: marks.filter((mark) => !blockOf(mark)) };
  }

  note(send: GuardedSend, messageId: number): void {
    this.watch.note(send, messageId);
  }

  private stop({ mode }: GuardedAccount, blocks: readonly ActiveBlock[], now: Date): void {
    this.metrics.matched.inc({ mode });
    for (const { id } of blocks) this.watch.noteStopped(id);
    if (mode === 'shadow') return;
    const last = Math.max(...blocks.map(({ endsAt }) => endsAt.getTime()));
    const reasons = [...new Set(blocks.map(({ rule }) => rule as BlockReason))];
    throw blocked(reasons, secondsUntil(now, new Date(last)));
  }

  /** The account's lists win over those of all accounts, phones over prefixes, and longer prefixes over shorter ones. */
  private listOf(
    { listed, prefixLengths }: GuardedAccount,
    userId: number,
    phone: Phone,
  ): ListName | undefined {
    if (listed.size === 0) return undefined;
    const digits = phone.reveal();
    const lengths = prefixLengths
      .filter((length) => length <= digits.length)
      .sort((one, other) => other - one);
    for (const owner of [userId, SERVICE_WIDE]) {
      const marks = [
        ...this.marks.listed(owner, 'phone', digits),
        ...lengths.flatMap((length) => this.marks.listed(owner, 'prefix', digits.slice(0, length))),
      ];
      const mark = marks.find((each) => listed.has(each));
      if (mark !== undefined) return listed.get(mark);
    }
    return undefined;
  }
}

const blocked = (reasons: readonly BlockReason[], retryAfterSeconds?: number) =>
  new AppError('verification_blocked', { body: { reasons }, retryAfterSeconds });

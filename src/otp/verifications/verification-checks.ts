import { Injectable } from '@nestjs/common';
import { Between, type EntityManager } from 'typeorm';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { PollBound } from '../../platform/background/poll-bound.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { IdempotencyClaim } from '../../platform/idempotency/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Phone } from '../../platform/text/phone.rules.js';
import { Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { Fingerprints } from '../fingerprints.js';
import { WrongCodes } from '../recipient-limits.js';
import { MAGIC_NUMBERS } from '../sandbox/magic-numbers.rules.js';
import type { CheckedVerification, CheckVerificationDto, VerificationView } from './verification.dto.js';
import { Verification } from './verification.entities.js';
import {
  type Change,
  type CodeResult,
  decideCancel,
  decideCheck,
  type VerificationDecision,
} from './verification.rules.js';
import { readCodes, VerificationRows } from './verification-rows.js';
import { verificationView } from './verification-view.js';

const EVERY_SECONDS = 10;
/** Verifications of one transaction, and transactions of one round. */
const BATCH = 50;
const BATCHES_MAX = 100;

interface Asked {
  who: ApiKeyPrincipal;
  reference: string;
  claim: IdempotencyClaim | undefined;
}

/**
 * Checks, cancels and expires verifications under a lock: at most one check is approved, and no verification has more
 * checks than its attempts.
 */
@Injectable()
export class VerificationChecks {
  private readonly bound: PollBound;
  /** The results that magic numbers simulate, by the numbers' fingerprints. */
  private readonly simulated: ReadonlyMap<string, CodeResult>;

  constructor(
    private readonly database: Database,
    private readonly rows: VerificationRows,
    private readonly webhooks: WebhookOutbox,
    private readonly fingerprints: Fingerprints,
    private readonly wrongCodes: WrongCodes,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    this.bound = new PollBound(clock);
    sweepers.every('verifications that expire', EVERY_SECONDS, (stopping) => this.expireDue(stopping));
    this.simulated = simulatedResults(fingerprints);
  }

  /**
   * Fails with `verification_over` if an earlier check was approved, and with `check_limited` if the account has sent
   * too many wrong codes for the recipient. Magic numbers that simulate a result are not limited.
   */
  async check(
    who: ApiKeyPrincipal,
    reference: string,
    { otp_code }: CheckVerificationDto,
    claim?: IdempotencyClaim,
  ): Promise<CheckedVerification> {
    const { recipientIndex, livemode } = await this.rows.find(who, reference);
    const check = () => this.checkOnce({ who, reference, claim }, otp_code);
    if (!livemode && this.simulated.has(recipientIndex)) return (await check()).answer;
    const { answer } = await this.wrongCodes.count(who, [recipientIndex], check, ({ isWrong }) => isWrong);
    return answer;
  }

  private async checkOnce(
    asked: Asked,
    otpCode: string,
  ): Promise<{ answer: CheckedVerification; isWrong: boolean }> {
    const codeIndexes = this.fingerprints.verificationCode(asked.reference, otpCode);
    let isWrong = false;
    const answer = await this.decide(
      asked,
      async (locked, now, tx) => {
        // A code can be used once: only one check is `approved`.
        if (locked.status === 'approved')
          throw new AppError('verification_over', { detail: APPROVED_BEFORE });
        const codeMessageId = await messageWithCode(tx, locked, codeIndexes);
        const change = decideCheck(locked, this.resultFor(locked, codeMessageId), now);
        isWrong = change.attemptsLeft !== undefined;
        return { change, codeMessageId };
      },
      (before, change) => ({
        status: change.status ?? before.status,
        attempts_left: change.attemptsLeft ?? before.attemptsLeft,
      }),
    );
    return { answer, isWrong };
  }

  /** Cancels a pending verification. If it has ended already, changes nothing and returns its state. */
  cancel(who: ApiKeyPrincipal, reference: string, claim?: IdempotencyClaim): Promise<VerificationView> {
    return this.decide(
      { who, reference, claim },
      (locked, now) => ({ change: decideCancel(locked, now) }),
      async (before, change, tx) =>
        verificationView(
          { ...before, ...change },
          await this.rows.messagesWithCodes(before, tx),
          this.clock.now(),
        ),
    );
  }

  /** Ends expired verifications. Instances share the work. */
  async expireDue(stopping?: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch++) {
      const references = await this.next();
      if (references.length === 0) return;
      if (await this.database.tx((tx) => this.expire(tx, references))) this.webhooks.committed();
    }
  }

  private async next(): Promise<string[]> {
    const now = this.clock.now();
    const due = await this.database.read.find(Verification, {
      select: { id: true, reference: true, expiresAt: true },
      where: { status: 'pending', expiresAt: Between(new Date(this.bound.begin()), now) },
      order: { expiresAt: 'ASC' },
      take: BATCH,
    });
    this.bound.found(due[0]?.expiresAt.getTime(), now.getTime());
    return due.map(({ reference }) => reference);
  }

  /** Ends those that are still pending and expired under the lock. Locks them by reference, like a status update. */
  private async expire(tx: EntityManager, references: string[]): Promise<boolean> {
    const rows = await this.database.lockRows(tx, Verification, 'reference', references);
    const now = this.clock.now();
    const expired = rows.filter(({ status, expiresAt }) => status === 'pending' && expiresAt <= now);
    for (const verification of expired)
      await this.rows.write(tx, verification, { change: { status: 'expired' } }, true);
    return expired.length > 0;
  }

  private resultFor(
    { livemode, recipientIndex }: Verification,
    codeMessageId: number | undefined,
  ): CodeResult {
    const simulated = livemode ? undefined : this.simulated.get(recipientIndex);
    return simulated ?? (codeMessageId === undefined ? 'wrong' : 'right');
  }

  private async decide<T>(
    { who, reference, claim }: Asked,
    decide: (
      locked: Verification,
      now: Date,
      tx: EntityManager,
    ) => VerificationDecision | Promise<VerificationDecision>,
    answer: (before: Verification, change: Change, tx: EntityManager) => T | Promise<T>,
  ): Promise<T> {
    const decided = await this.database.tx(async (tx) => {
      await claim?.take(tx);
      failpoint('verification.lock');
      const before = await this.rows.lock(tx, who, reference);
      const decision = await decide(before, this.clock.now(), tx);
      failpoint('verification.decided');
      const hasEvent = await this.rows.write(tx, before, decision, who.hasWebhooks);
      failpoint('verification.written');
      const data = await answer(before, decision.change, tx);
      await claim?.finish(tx, data);
      failpoint('verification.kept');
      return { data, hasEvent };
    });
    failpoint('verification.committed');
    if (decided.hasEvent) this.webhooks.committed();
    return decided.data;
  }
}

const APPROVED_BEFORE = {
  id: 'Verifikasi ini sudah disetujui oleh pemeriksaan sebelumnya.',
  en: 'This verification was approved by an earlier check.',
};

/** The id of the message that had the code, if checks accept the code. */
async function messageWithCode(
  tx: EntityManager,
  verification: Verification,
  codeIndexes: readonly string[],
): Promise<number | undefined> {
  if (codeIndexes.includes(verification.codeIndex)) return verification.messageId;
  const codes = await readCodes(tx, verification);
  return codes.find((code) => codeIndexes.includes(code.codeIndex))?.messageId;
}

function simulatedResults(fingerprints: Fingerprints): ReadonlyMap<string, CodeResult> {
  const results = new Map<string, CodeResult>();
  for (const [number, outcome] of MAGIC_NUMBERS) {
    const phone = Phone.parse(number);
    if (phone && outcome.kind === 'scenario' && outcome.check)
      for (const index of fingerprints.recipient(phone)) results.set(index, outcome.check);
  }
  return results;
}

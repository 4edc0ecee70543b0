import { Injectable } from '@nestjs/common';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { AppError } from '../../platform/errors/index.js';
import type { IdempotencyClaim } from '../../platform/idempotency/index.js';
import { newReference } from '../../platform/ids/random.js';
import { Sealer } from '../../platform/security/sealer.js';
import { Phone } from '../../platform/text/phone.rules.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { channelsOf } from '../channels/channels.rules.js';
import { Fingerprints } from '../fingerprints.js';
import { correlationOf } from '../message.presenter.js';
import { triesFor } from '../recipient-limits.js';
import { CodeSender } from './code-sender.js';
import type {
  CreateVerificationDto,
  ResendVerificationDto,
  SentVerification,
  VerificationView,
} from './verification.dto.js';
import { VerificationFallbacks } from './verification-fallbacks.js';
import { VerificationRows } from './verification-rows.js';
import { verificationView } from './verification-view.js';

type CodeVerification = Omit<CreateVerificationDto, 'method'>;

@Injectable()
export class VerificationsService {
  constructor(
    private readonly sender: CodeSender,
    private readonly rows: VerificationRows,
    private readonly fallbacks: VerificationFallbacks,
    private readonly fingerprints: Fingerprints,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Fails like a send. If the code may have arrived, the error has the `verification_id`. */
  create(
    who: ApiKeyPrincipal,
    {
      code_length: codeLength,
      ttl_seconds: ttlSeconds,
      max_attempts,
      fallback_after_seconds,
      ...target
    }: CodeVerification,
    claim?: IdempotencyClaim,
  ): Promise<SentVerification> {
    const reference = newReference('ver', this.clock.now());
    const fallbackSeconds = fallback_after_seconds ?? null;
    return this.sender.send({
      ...{ who, claim, reference, codeLength, target },
      attach: (message, codeIndex) => {
        const { userId, livemode, recipientIndex } = message;
        const createdAt = this.clock.now();
        const verification = {
          ...{ reference, userId, livemode, recipientIndex },
          ...{ status: 'pending' as const, attemptsLeft: triesFor(codeLength, max_attempts), resends: 0 },
          ...{ language: target.language, codeLength, ttlSeconds, fallbackSeconds },
          ...{ createdAt, expiresAt: addSeconds(createdAt, ttlSeconds), endedAt: null },
          ...{ previousCodeIndex: null, previousMessageId: null, previousExpiresAt: null },
        };
        const phone = this.phoneFor(fallbackSeconds, target.phone);
        return this.rows.insert(verification, { message, codeIndex, phone });
      },
      detach: () => this.rows.discard(reference),
    });
  }

  /**
   * Sends a new code, which replaces the present one. Fails like a send, and with `not_found`, `phone_mismatch`,
   * `verification_over`, `resend_limit` or `resend_in_flight`.
   */
  async resend(
    who: ApiKeyPrincipal,
    reference: string,
    { phone, channel }: ResendVerificationDto,
    claim?: IdempotencyClaim,
  ): Promise<SentVerification> {
    const verification = await this.rows.find(who, reference);
    const given = Phone.parse(phone);
    if (!given || !this.fingerprints.recipient(given).includes(verification.recipientIndex))
      throw new AppError('phone_mismatch', { body: { fields: ['phone'] } });
    const message = await this.rows.messageOf(verification);
    this.rows.requireResendable(verification, message);
    const { external_id, metadata } = correlationOf(message);
    const { companyName: company_name } = message;
    const channels = channel ? [channel] : channelsOf(message);
    const { codeLength, language, fallbackSeconds, recipientIndex } = verification;
    return this.sender.send({
      ...{ who, claim, reference, codeLength, recipientIndex },
      target: { phone, company_name, language, external_id, metadata, channels },
      attach: (newest, codeIndex) => {
        const sealed = this.phoneFor(fallbackSeconds, phone);
        return this.rows.renew(who, reference, { message: newest, codeIndex, phone: sealed });
      },
    });
  }

  async get(who: ApiKeyPrincipal, reference: string): Promise<VerificationView> {
    const verification = await this.rows.find(who, reference);
    const messages = await this.rows.messagesWithCodes(verification);
    return verificationView(verification, messages, this.clock.now());
  }

  /** The encrypted phone for the fallback, whose sweep it schedules; null: the verification has no fallback. */
  private phoneFor(fallbackSeconds: number | null, phone: string): string | null {
    const parsed = Phone.parse(phone);
    if (fallbackSeconds === null || !parsed) return null;
    this.fallbacks.expectIn(fallbackSeconds);
    return this.sealer.seal(parsed.reveal());
  }
}

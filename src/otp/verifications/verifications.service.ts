import { Injectable } from '@nestjs/common';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { AppError } from '../../platform/errors/index.js';
import type { IdempotencyClaim } from '../../platform/idempotency/index.js';
import { newReference } from '../../platform/ids/random.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Phone } from '../../platform/text/phone.rules.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { channelsOf } from '../channels/channel-attempts.rules.js';
import { Fingerprints } from '../fingerprints.js';
import type { Message } from '../message.entity.js';
import { correlationOf } from '../message.presenter.js';
import { OtpService } from '../otp.service.js';
import type { SendOtpDto, SendResult } from '../send.dto.js';
import { triesFor } from '../wrong-codes.js';
import { newCode } from './new-code.js';
import type {
  CreateVerificationDto,
  ResendVerificationDto,
  SentVerification,
  VerificationView,
} from './verification.dto.js';
import { VerificationRows } from './verification-rows.js';
import { type SentFacts, sentVerification, verificationView, withVerification } from './verification-view.js';

/** The body of a verification by a code. */
type CodeVerification = Omit<CreateVerificationDto, 'method'>;

/** The send of a code. */
interface CodeSend {
  who: ApiKeyPrincipal;
  claim: IdempotencyClaim | undefined;
  reference: string;
  codeLength: number;
  target: Omit<SendOtpDto, 'otp_code'>;
  /** Stores it as the verification's code. */
  attach: (message: Message, codeIndex: string) => Promise<SentFacts>;
  /** Undoes that, for a message that was provably not sent. */
  detach?: () => Promise<void>;
}

/** Draws the codes of verifications and sends them. Codes in clear exist only in {@link sendCode}. */
@Injectable()
export class VerificationsService {
  constructor(
    private readonly otp: OtpService,
    private readonly rows: VerificationRows,
    private readonly fingerprints: Fingerprints,
    private readonly clock: Clock,
  ) {}

  /** Fails as a send does; where the code may have arrived, with the `verification_id`. */
  create(
    who: ApiKeyPrincipal,
    { code_length: codeLength, ttl_seconds: ttlSeconds, max_attempts, ...target }: CodeVerification,
    claim?: IdempotencyClaim,
  ): Promise<SentVerification> {
    const reference = newReference('ver', this.clock.now());
    return this.sendCode({
      ...{ who, claim, reference, codeLength, target },
      attach: (message, codeIndex) => {
        const { id: messageId, userId, livemode, recipientIndex } = message;
        const createdAt = this.clock.now();
        return this.rows.insert({
          ...{ reference, userId, livemode, messageId, recipientIndex, codeIndex },
          ...{ status: 'pending', attemptsLeft: triesFor(codeLength, max_attempts), resends: 0 },
          ...{ language: target.language, codeLength, ttlSeconds },
          ...{ createdAt, expiresAt: addSeconds(createdAt, ttlSeconds), endedAt: null },
          ...{ previousCodeIndex: null, previousMessageId: null, previousExpiresAt: null },
        });
      },
      detach: () => this.rows.discard(reference),
    });
  }

  /** A new code by the same rules; the old one ends. Fails as a send does, and where nothing may be sent any more. */
  async resend(
    who: ApiKeyPrincipal,
    reference: string,
    { phone, channel }: ResendVerificationDto,
    claim?: IdempotencyClaim,
  ): Promise<SentVerification> {
    const verification = await this.rows.find(who, reference);
    const given = Phone.parse(phone);
    if (!given || this.fingerprints.recipient(given) !== verification.recipientIndex)
      throw new AppError('phone_mismatch', { body: { fields: ['phone'] } });
    const message = await this.rows.messageOf(verification);
    this.rows.requireResendable(verification, message);
    const { external_id, metadata } = correlationOf(message);
    const { companyName: company_name } = message;
    const channels = channel ? [channel] : channelsOf(message);
    const { codeLength, language } = verification;
    return this.sendCode({
      ...{ who, claim, reference, codeLength },
      target: { phone, company_name, language, external_id, metadata, channels },
      attach: ({ id: messageId }, codeIndex) => this.rows.renew(who, reference, { messageId, codeIndex }),
    });
  }

  async get(who: ApiKeyPrincipal, reference: string): Promise<VerificationView> {
    const verification = await this.rows.find(who, reference);
    const message = await this.rows.messageOf(verification);
    return verificationView(verification, message, this.clock.now());
  }

  private async sendCode(send: CodeSend): Promise<SentVerification> {
    const { who, claim, reference, target, attach, detach } = send;
    const code = newCode(who.mode, send.codeLength, target);
    const codeIndex = this.fingerprints.verificationCode(reference, code);
    let attached: SentFacts | undefined;
    const own = {
      verification: reference,
      codeIndex,
      attach: async (message: Message) => {
        try {
          failpoint('verification.attach');
          attached = await attach(message, codeIndex);
          failpoint('verification.attached');
          return undefined;
        } catch (error) {
          if (error instanceof AppError) return error;
          throw error;
        }
      },
    };
    const success = (sent: unknown) => {
      if (!attached) throw new Error('a code was sent that is no verification’s');
      return sentVerification(attached, sent as SendResult);
    };
    const failure = (error: AppError) => withVerification(error, attached);
    try {
      const body = { ...target, otp_code: code };
      return success(await this.otp.send(who, body, claim?.mapped({ success, failure }), { own }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (detach && attached && WENT_NOWHERE.has(error.code)) {
        failpoint('verification.detach');
        await detach();
        failpoint('verification.detached');
      }
      throw failure(error);
    }
  }
}

/** Failures after which the message is refunded. */
const WENT_NOWHERE: ReadonlySet<string> = new Set(['gateway_error', 'no_device']);

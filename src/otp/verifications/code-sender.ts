import { Injectable } from '@nestjs/common';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { AppError } from '../../platform/errors/index.js';
import type { IdempotencyClaim } from '../../platform/idempotency/index.js';
import { randomDigits } from '../../platform/ids/random.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { containsCode, textsOf } from '../correlation.dto.js';
import { Fingerprints } from '../fingerprints.js';
import type { Message } from '../message.entities.js';
import { OtpService } from '../otp.service.js';
import type { SendOtpDto, SendResult } from '../send.dto.js';
import type { SentVerification } from './verification.dto.js';
import { type SentFacts, sentVerification, withVerification } from './verification-view.js';

interface CodeSend {
  who: ApiKeyPrincipal;
  claim?: IdempotencyClaim;
  reference: string;
  codeLength: number;
  target: Omit<SendOtpDto, 'otp_code'>;
  /** The recipient's fingerprint in the verification; missing for its first code. */
  recipientIndex?: string;
  /** Stores the code as the verification's present one. */
  attach: (message: Message, codeIndex: string) => Promise<SentFacts>;
  /** Undoes `attach` if the message was provably not sent. */
  detach?: () => Promise<void>;
}

/** Generates codes of verifications and sends them. Codes in clear exist only in {@link send}. */
@Injectable()
export class CodeSender {
  constructor(
    private readonly otp: OtpService,
    private readonly fingerprints: Fingerprints,
  ) {}

  /** Fails like a send. If the code may have arrived, the error has the `verification_id`. */
  async send(send: CodeSend): Promise<SentVerification> {
    const { who, claim, reference, target, attach, detach } = send;
    const code = newCode(who.mode, send.codeLength, target);
    const [codeIndex] = this.fingerprints.verificationCode(reference, code);
    let attached: SentFacts | undefined;
    const own = {
      verification: reference,
      codeIndex,
      recipientIndex: send.recipientIndex,
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
      if (detach && attached && NOT_SENT.has(error.code)) {
        failpoint('verification.detach');
        await detach();
        failpoint('verification.detached');
      }
      throw failure(error);
    }
  }
}

/** Failures of a message that was provably not sent. */
const NOT_SENT: ReadonlySet<string> = new Set(['gateway_error', 'no_device']);

type OwnIds = Pick<SendOtpDto, 'external_id' | 'metadata'>;

/**
 * Generates a random code. All codes of the length are equally likely, except those that `external_id` or `metadata`
 * contain, since these are stored in clear. For a test key: all zeros, so that tests know it.
 */
export function newCode(
  mode: ApiKeyPrincipal['mode'],
  length: number,
  { external_id, metadata }: OwnIds,
): string {
  if (mode === 'test') return '0'.repeat(length);
  const texts = [...(external_id ? [external_id] : []), ...(metadata ? textsOf(metadata) : [])];
  for (;;) {
    const code = randomDigits(length);
    if (!texts.some((text) => containsCode(text, code))) return code;
  }
}

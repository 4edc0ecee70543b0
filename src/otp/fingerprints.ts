import { Injectable } from '@nestjs/common';
import type { ApiKeyPrincipal } from '../common/access/principal.js';
import { BlindIndex } from '../common/security/blind-index.js';
import type { Phone } from '../common/text/phone.rules.js';
import { Config } from '../config/index.js';

/** The forms in which phones and codes are kept: keyed fingerprints, the same whenever the same is asked for. */
@Injectable()
export class Fingerprints {
  private readonly recipients: BlindIndex;
  private readonly codes: BlindIndex;
  private readonly verifications: BlindIndex;

  constructor(config: Config) {
    this.recipients = new BlindIndex(config.DATA_KEY, 'recipient');
    this.codes = new BlindIndex(config.DATA_KEY, 'duplicate');
    this.verifications = new BlindIndex(config.DATA_KEY, 'verification');
  }

  recipient(phone: Phone): string {
    return this.recipients.of(phone.reveal());
  }

  /** Of a code to a phone from an account; live and test ones differ. */
  code({ userId, mode }: ApiKeyPrincipal, phone: Phone, code: string): string {
    return this.codes.of(userId, mode, phone.reveal(), code);
  }

  /** Of the code of a verification: no other one's is the same. */
  verificationCode(reference: string, code: string): string {
    return this.verifications.of(reference, code);
  }
}

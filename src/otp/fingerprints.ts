import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { BlindIndex } from '../platform/security/hashing.js';
import { comparedInboundText } from '../platform/text/inbound-text.rules.js';
import type { Phone } from '../platform/text/phone.rules.js';

/** Phones and codes are stored as keyed fingerprints: equal input gives an equal fingerprint. */
@Injectable()
export class Fingerprints {
  private readonly recipients: BlindIndex;
  private readonly codes: BlindIndex;
  private readonly verifications: BlindIndex;
  private readonly inboundTexts: BlindIndex;

  constructor(config: Config) {
    this.recipients = new BlindIndex(config.DATA_KEY, 'recipient');
    this.codes = new BlindIndex(config.DATA_KEY, 'duplicate');
    this.verifications = new BlindIndex(config.DATA_KEY, 'verification');
    this.inboundTexts = new BlindIndex(config.DATA_KEY, 'inbound-text');
  }

  recipient(phone: Phone): string {
    return this.recipients.of(phone.reveal());
  }

  /** The fingerprint of a code to a phone from an account. Live and test sends have different ones. */
  code({ userId, mode }: ApiKeyPrincipal, phone: Phone, code: string): string {
    return this.codes.of(userId, mode, phone.reveal(), code);
  }

  /** The fingerprint of a verification's code; the same code of another verification has a different one. */
  verificationCode(reference: string, code: string): string {
    return this.verifications.of(reference, code);
  }

  /** The fingerprint of the text of an inbound verification, with its token. */
  inboundText(text: string): string {
    return this.inboundTexts.of(comparedInboundText(text));
  }
}

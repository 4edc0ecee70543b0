import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { BlindIndex, type Indexes } from '../platform/security/hashing.js';
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
    this.recipients = new BlindIndex(config.dataKeys, 'recipient');
    this.codes = new BlindIndex(config.dataKeys, 'duplicate');
    this.verifications = new BlindIndex(config.dataKeys, 'verification');
    this.inboundTexts = new BlindIndex(config.dataKeys, 'inbound-text');
  }

  /**
   * Fingerprints of a phone, one for each data key. Store the first; search with all, since older rows may have one of
   * a previous DATA_KEY. The methods below return the same.
   */
  recipient(phone: Phone): Indexes {
    return this.recipients.all(phone.reveal());
  }

  /** The fingerprint of a code to a phone from an account. Live and test sends have different ones. */
  code({ userId, mode }: ApiKeyPrincipal, phone: Phone, code: string): Indexes {
    return this.codes.all(userId, mode, phone.reveal(), code);
  }

  /** The fingerprint of a verification's code; the same code of another verification has a different one. */
  verificationCode(reference: string, code: string): Indexes {
    return this.verifications.all(reference, code);
  }

  /** The fingerprint of the text of an inbound verification, with its token. */
  inboundText(text: string): Indexes {
    return this.inboundTexts.all(comparedInboundText(text));
  }
}

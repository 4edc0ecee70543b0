import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { DevicesService, type InboundText } from '../../gateway/index.js';
import { Database } from '../../platform/database/index.js';
import { Phone } from '../../platform/text/phone.rules.js';
import type { Secret } from '../../platform/text/secret.js';
import { Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { Fingerprints } from '../fingerprints.js';
import { decideProof, type Proof } from './inbound.rules.js';
import { InboundStore } from './inbound-store.js';
import { InboundVerification } from './inbound-verification.entity.js';

/** Approves verifications by the texts that users send. Nothing of a text is stored. */
@Injectable()
export class InboundTexts {
  constructor(
    private readonly database: Database,
    private readonly store: InboundStore,
    private readonly devices: DevicesService,
    private readonly fingerprints: Fingerprints,
    private readonly webhooks: WebhookOutbox,
    private readonly clock: Clock,
  ) {}

  /** Accepts texts of authentic callbacks. `deviceId` null: from the common address. */
  async accept(texts: readonly InboundText[], deviceId: number | null): Promise<void> {
    for (const { text, sender } of texts) {
      const textIndex = In([...this.fingerprints.inboundText(text.reveal())]);
      const found = await this.database.read.findOneBy(InboundVerification, { textIndex });
      if (!found) continue;
      const devices = deviceId === null ? await this.devices.sharingSecret() : [deviceId];
      await this.apply(found.reference, { senderIndexes: this.senderIndexesOf(sender), devices });
    }
  }

  private async apply(reference: string, proof: Proof): Promise<void> {
    const hasEvent = await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, InboundVerification, { reference });
      if (!row) return false;
      const decision = decideProof(row, proof, this.clock.now());
      if (decision === undefined) return false;
      return decision === 'approved' ? this.store.end(tx, row, decision) : this.store.note(tx, row, decision);
    });
    if (hasEvent) this.webhooks.committed();
  }

  /** A phone that no verification can be for has none. */
  private senderIndexesOf(sender: Secret | null): readonly string[] | null {
    if (sender === null) return null;
    const phone = Phone.parse(sender.reveal());
    return phone ? this.fingerprints.recipient(phone) : [];
  }
}

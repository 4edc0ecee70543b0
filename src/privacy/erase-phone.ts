import { type INestApplicationContext, Module } from '@nestjs/common';
import { FraudMarks } from '../fraud/index.js';
import { AuditModule } from '../operations/audit/index.js';
import { Fingerprints } from '../otp/index.js';
import { randomId } from '../platform/ids/random.js';
import { Phone } from '../platform/text/phone.rules.js';
import { Erasure } from './erasure.js';
import { PrivacyRequests } from './privacy-requests.js';
import { PrivacyRecordsModule } from './records/index.js';

/** The part of the service that `npm run accounts -- erase-phone` needs. */
@Module({
  imports: [AuditModule, PrivacyRecordsModule],
  providers: [PrivacyRequests, Erasure, Fingerprints, FraudMarks],
})
export class ErasePhoneModule {}

interface ErasePhoneOutcome {
  isDone: boolean;
  text: string;
}

/** Creates and completes an erasure request for the phone in `written`. */
export async function erasePhone(app: INestApplicationContext, written: string): Promise<ErasePhoneOutcome> {
  const phone = written.trim();
  if (!Phone.parse(phone))
    return { isDone: false, text: 'Standard input has no phone number such as 081234567890.' };
  const requests = app.get(PrivacyRequests);
  const actor = { kind: 'shell', requestId: randomId() } as const;
  const { id } = await requests.create(actor, { phone, kind: 'erasure' });
  const { status, held_messages: held } = await requests.complete(actor, id);
  const request = `Request ${id}`;
  if (status === 'completed') return { isDone: true, text: `${request}: the phone is erased.` };
  return {
    isDone: true,
    text:
      status === 'held'
        ? `${request}: ${held} messages stay until the legal hold of their account ends; the service then erases them.`
        : `${request}: the service finishes it within a minute, or when messages under way have ended.`,
  };
}

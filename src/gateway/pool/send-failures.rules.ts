import type { FailureReason } from '../../platform/text/failure-reason.js';
import type { DriverOutcome } from '../driver.js';
import { sendOutcomeOf } from '../failure-reasons.js';

/** A device that has not accepted so many messages in a row is failing. */
export const FAILING_AFTER = 3;

/** Reasons that lie with the recipient: another device would fare no better, so they neither count nor end a count. */
const OF_THE_RECIPIENT: ReadonlySet<FailureReason> = new Set([
  'not_on_whatsapp',
  'recipient_limit',
  'blocked_by_recipient',
]);

export type SendSign = 'accepted' | 'failed' | 'neither';

/** What the outcome of a send says of the device. */
export function signOf(outcome: DriverOutcome): SendSign {
  const sent = sendOutcomeOf(outcome);
  if (sent.kind === 'accepted') return 'accepted';
  return OF_THE_RECIPIENT.has(sent.failureReason) ? 'neither' : 'failed';
}

import type { FailureReason } from '../../platform/text/failure-reason.js';
import type { DriverOutcome } from '../driver.js';
import { sendOutcomeOf } from '../failure-reasons.js';

export const FAILING_AFTER = 3;

/** Reasons of the recipient: they neither count as a failure nor end a count. */
const OF_THE_RECIPIENT: ReadonlySet<FailureReason> = new Set([
  'not_on_whatsapp',
  'recipient_limit',
  'blocked_by_recipient',
]);

export type DeviceEffect = 'accepted' | 'failed' | 'neither';

export function effectOnDevice(outcome: DriverOutcome): DeviceEffect {
  const sent = sendOutcomeOf(outcome);
  if (sent.kind === 'accepted') return 'accepted';
  if (outcome.kind === 'refused' && outcome.isOfRecipient) return 'neither';
  return OF_THE_RECIPIENT.has(sent.failureReason) ? 'neither' : 'failed';
}

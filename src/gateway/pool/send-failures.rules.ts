import type { FailureReason } from '../../platform/text/failure-reason.js';
import type { DriverOutcome } from '../driver.js';
import { sendOutcomeOf } from '../failure-reasons.js';

export const FAILING_AFTER = 3;

/** Reasons about the recipient: such a send neither counts as a failure of the device nor resets the count. */
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

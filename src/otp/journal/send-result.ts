import type { Correlation } from '../correlation.js';
import type { SendResult } from '../send.dto.js';
import type { SettledMessage } from './settling.rules.js';

/** A send that a gateway took. */
export interface AcceptedSend {
  /** The gateway's. */
  messageId: string;
  /** Masked. */
  recipient: string;
  /** After the charge. */
  balance: number;
  correlation: Correlation;
}

/** The `data` that it is answered with; a callback that was quicker may have refunded it by now. */
export const sendResult = (
  { messageId, recipient, balance, correlation }: AcceptedSend,
  after: Pick<SettledMessage, 'creditUsed' | 'balance'>,
): SendResult => ({
  message_id: messageId,
  recipient,
  credit_used: after.creditUsed,
  credit_balance: after.balance ?? balance,
  ...correlation,
});

import { exceededCap } from '../../credit/index.js';
import type { SpendCap } from '../../platform/access/principal.js';
import type { Channel } from '../../platform/text/channel.js';
import type { Message } from '../message.entities.js';

/** Decides whether a message may go on to its next channel, and what that changes. */

export interface ChannelChange {
  /** As the sender knows it. */
  message: Message;
  /** The next channel, and what a live message costs on it. */
  to: { channel: Channel; price: number };
}

/** The spend caps of the account and API key, and what was spent today. */
export interface SpendLimits {
  caps: readonly SpendCap[];
  spent: ReadonlyMap<string, number>;
}

type ChangeDecision =
  /** `amount`: what the ledger line adds to the balance; 0: there is none. */
  | { kind: 'changed'; amount: number; balance: number; price: number }
  /** An earlier run, whose COMMIT got no response, stored the change. */
  | { kind: 'done'; balance: number }
  /** The balance is too low, or a spend cap would be exceeded. */
  | { kind: 'insufficient' }
  /** The message has ended, or the recovery has taken it: the sender may not send it any more. */
  | { kind: 'taken' };

/** `locked`: the message, and `balance`: its account's balance; both read under locks. */
export function decideChange(
  { message, to }: ChannelChange,
  locked: Message | undefined,
  balance: number | undefined,
  { caps, spent }: SpendLimits,
): ChangeDecision {
  if (!locked || balance === undefined || locked.status !== 'pending') return { kind: 'taken' };
  if (locked.leaseUntil.getTime() !== message.leaseUntil.getTime()) return { kind: 'taken' };
  if (locked.channel === to.channel) return { kind: 'done', balance };
  const price = locked.livemode ? to.price : 0;
  const amount = locked.creditUsed - price;
  if (balance + amount < 0 || exceededCap(caps, spent, -amount)) return { kind: 'insufficient' };
  return { kind: 'changed', amount, balance: balance + amount, price };
}

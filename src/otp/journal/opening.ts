import type { IdempotencyClaim } from '../../platform/idempotency/index.js';
import type { Message } from '../message.entity.js';

/** A send on its way into the books. */
export interface Opening {
  /** Without an id yet. */
  message: Message;
  /** The same code may go to the same phone again at once. */
  repeatable: boolean;
  deviceAvailable: boolean;
  /** The daily cap of its API key; null: it has none. */
  cap: { rootKeyId: number; day: string; perDay: number } | null;
  claim: IdempotencyClaim | undefined;
}

/** A send that may go. `balanceAfter`: what its account then has left; `undefined`: only the charge will tell. */
export interface OpeningGrant {
  opening: Opening;
  balanceAfter: number | undefined;
}

import type { IdempotencyClaim } from '../../common/idempotency/index.js';
import type { Message } from '../message.entity.js';

/** A send on its way into the books. */
export interface Opening {
  /** Without an id yet. */
  message: Message;
  /** The same code may go to the same phone again at once. */
  repeatable: boolean;
  deviceAvailable: boolean;
  /** Of its API key; null: none. */
  cap: { rootKeyId: number; day: string; perDay: number } | null;
  claim: IdempotencyClaim | undefined;
}

/** A send that may go, and what that leaves to its account; `undefined`: its charge will tell. */
export interface OpeningGrant {
  opening: Opening;
  balanceAfter: number | undefined;
}

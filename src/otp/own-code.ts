import type { AppError } from '../platform/errors/index.js';
import type { Message } from './message.entities.js';

/** A code that Sandi generated for a verification; the body of the send has the code itself. */
export interface OwnCode {
  verification: string;
  /** Fingerprint of the code. */
  codeIndex: string;
  /** That of its verification, which may be under the DATA_KEY before; `undefined`: it has none yet. */
  recipientIndex: string | undefined;
  /**
   * Called after the charge is committed and before any gateway is called. Returns an error if the code must not be sent.
   */
  attach: (message: Message) => Promise<AppError | undefined>;
}

import type { AppError } from '../platform/errors/index.js';
import type { Message } from './message.entity.js';

/** A code that we drew: its verification, and its fingerprint. */
export interface OwnCode {
  verification: string;
  codeIndex: string;
  /**
   * Called after the charge is committed and before any gateway is called. Returns an error if the code must not be sent.
   */
  attach: (message: Message) => Promise<AppError | undefined>;
}

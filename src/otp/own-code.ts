import type { AppError } from '../platform/errors/index.js';
import type { Message } from './message.entity.js';

/** A code that we made: its verification, and its fingerprint. */
export interface OwnCode {
  verification: string;
  codeIndex: string;
  /**
   * Called after the charge is committed, and before any gateway is asked. Returns why the code is not to be sent after
   * all, if so.
   */
  attach: (message: Message) => Promise<AppError | undefined>;
}

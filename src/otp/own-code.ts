import type { AppError } from '../common/errors/index.js';
import type { Message } from './message.entity.js';

/** A code of ours on its way: the verification that it belongs to, and what it is known by. */
export interface OwnCode {
  verification: string;
  codeIndex: string;
  /** Once the charge is committed, before any gateway hears of it; why it is not to be sent after all, if it is not. */
  attach: (message: Message) => Promise<AppError | undefined>;
}

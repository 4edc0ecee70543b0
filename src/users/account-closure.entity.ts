import { Entity } from 'typeorm';
import { KeyRef, Moment, Ref } from '../platform/database/index.js';

/** An account whose owner wants it closed, or that an administrator closed. */
@Entity('account_closures')
export class AccountClosure {
  @KeyRef() userId!: number;
  /** When its owner asked; null: never, or the request was taken back. */
  @Moment({ nullable: true }) requestedAt!: Date | null;
  @Moment({ nullable: true }) closedAt!: Date | null;
  /** The administrator. */
  @Ref({ nullable: true }) closedBy!: number | null;
  /** Its data stays until then. */
  @Moment({ nullable: true }) eraseAt!: Date | null;
  @Moment({ nullable: true }) erasedAt!: Date | null;
}

import { Entity } from 'typeorm';
import { KeyRef, KeyText, Moment } from '../platform/database/index.js';

/** An address that an account was entered from, as a keyed fingerprint. */
@Entity('login_addresses')
export class LoginAddress {
  @KeyRef() userId!: number;
  @KeyText(64) address!: string;
  @Moment() lastAt!: Date;
}

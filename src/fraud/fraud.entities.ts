import { Entity } from 'typeorm';
import { Count, Id, Json, KeyRef, Moment, Ref, Text } from '../platform/database/index.js';
import type { BlockSubject, FraudLimits, FraudMode, FraudRule } from './fraud.rules.js';

/** `user_id` of what holds for every account. */
export const SERVICE_WIDE = 0;

/** A live message in a group that is counted together; deleted after an hour. */
@Entity('fraud_marks')
export class FraudMark {
  @Id() id!: number;
  @Text(64) mark!: string;
  @Ref() messageId!: number;
  @Moment() createdAt!: Date;
}

/** What an account set itself, or {@link SERVICE_WIDE}. */
@Entity('fraud_settings')
export class FraudSetting {
  @KeyRef() userId!: number;
  /** Null: as for every account. */
  @Text(10, { nullable: true }) mode!: FraudMode | null;
  @Json() limits!: Partial<FraudLimits>;
  @Moment() updatedAt!: Date;
}

/** What a rule found. (mark, nth) is unique, so instances that find the same at once store it once. */
@Entity('fraud_blocks')
export class FraudBlock {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(64) mark!: string;
  /** The number of the block among those of its mark. */
  @Count() nth!: number;
  @Text(30) rule!: FraudRule;
  @Text(10) subject!: BlockSubject;
  /** The first five digits of a prefix; null for other subjects. */
  @Text(5, { nullable: true }) digits!: string | null;
  @Text(10) mode!: FraudMode;
  @Count() level!: number;
  @Count() sends!: number;
  @Count() phones!: number;
  /** Of the phones whose conversion can be judged. */
  @Count() judgedPhones!: number;
  @Count() convertedPhones!: number;
  @Moment() startedAt!: Date;
  @Moment() endsAt!: Date;
  @Moment({ nullable: true }) liftedAt!: Date | null;
  /** Sends that it blocked, or would have blocked in shadow mode. */
  @Count({ default: 0 }) stopped!: number;
}

export const LISTS = ['allow', 'block'] as const;
export type ListName = (typeof LISTS)[number];

/** A phone or prefix that is always allowed or blocked. (user_id, mark) is unique. */
@Entity('fraud_list_entries')
export class FraudListEntry {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(10) list!: ListName;
  /** The digits of a prefix; null for a phone. */
  @Count({ nullable: true }) prefixLength!: number | null;
  /** Fingerprint of the account and the digits. */
  @Text(64) mark!: string;
  /** Mask of a phone, or the first five digits of a prefix. */
  @Text(20) shown!: string;
  @Moment() createdAt!: Date;
}

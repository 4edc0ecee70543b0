import { Injectable } from '@nestjs/common';
import { Entity, type EntityManager, type FindOperator, In, Not } from 'typeorm';
import { Database, KeyRef, Moment, Ref, Text } from '../../platform/database/index.js';

/** An account whose messages neither retention nor an erasure may delete. */
@Entity('legal_holds')
export class LegalHold {
  @KeyRef() userId!: number;
  @Text(300) reason!: string;
  @Ref() createdBy!: number;
  @Moment() createdAt!: Date;
}

/** No account has this id: a list for SQL must not be empty. */
const NOBODY = 0;

@Injectable()
export class LegalHolds {
  constructor(private readonly database: Database) {}

  /** Ids of the accounts under a hold, and one that no account has. In a transaction, pass `tx`. */
  async accounts(tx: EntityManager = this.database.read): Promise<number[]> {
    const rows = await tx.find(LegalHold, { select: { userId: true } });
    return [NOBODY, ...rows.map(({ userId }) => userId)];
  }

  /** A condition for purges, on the column of the account. */
  async notHeld(): Promise<FindOperator<number>> {
    return Not(In(await this.accounts()));
  }
}

import { Injectable } from '@nestjs/common';
import { Message } from '../otp/index.js';
import { Database } from '../platform/database/index.js';
import type { Owner } from './message-reader.js';

const USED_BRANDS_MAX = 50;

/** The brands of an account: one index lookup for each, however many messages it has. */
@Injectable()
export class UsedBrands {
  constructor(private readonly database: Database) {}

  /** Alphabetical, capitals first. */
  async of(owner: Owner): Promise<string[]> {
    const brands: string[] = [];
    for (let last = ''; brands.length < USED_BRANDS_MAX;) {
      const next = await this.after(owner, last);
      if (next === null) break;
      brands.push(next);
      last = next;
    }
    return brands;
  }

  private async after({ userId, livemode }: Owner, brand: string): Promise<string | null> {
    const found = await this.database.read
      .createQueryBuilder(Message, 'message')
      .select(['message.id', 'message.companyName'])
      .useIndex('ix_messages_user_id_livemode_company_name_id')
      .where({ userId, livemode })
      .andWhere('message.companyName > :brand', { brand })
      .orderBy({ 'message.companyName': 'ASC', 'message.id': 'ASC' })
      .limit(1)
      .getOne();
    return found?.companyName ?? null;
  }
}

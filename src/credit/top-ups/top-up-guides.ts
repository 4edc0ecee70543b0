import { Injectable } from '@nestjs/common';
import { Audit, type UserActor } from '../../operations/audit/index.js';
import { Database, execute, type Row, upsert } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import {
  type Picture,
  PICTURE_TYPES,
  pictureBytes,
  pictureOf,
} from '../../platform/pictures/picture.rules.js';
import { sha256 } from '../../platform/security/hashing.js';
import { Clock } from '../../platform/time/clock.js';
import { THE_GUIDE, TopUpGuide } from './top-up.entities.js';
import { OPEN_MAX } from './top-up-requests.js';
import type { TopUpGuideDto, TopUpGuideView } from './top-ups.dto.js';

/** The payment instructions of the operator. Changing a bank account redirects money. */
@Injectable()
export class TopUpGuides {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async view(): Promise<TopUpGuideView> {
    const guide = await this.database.read.findOneBy(TopUpGuide, { id: THE_GUIDE });
    return {
      instructions: guide?.instructions ?? '',
      accounts: guide?.accounts ?? [],
      has_picture: (guide?.pictureType ?? null) !== null,
      open_max: OPEN_MAX,
      operator_name: guide?.operatorName ?? '',
      operator_address: guide?.operatorAddress ?? '',
      operator_tax_number: guide?.operatorTaxNumber ?? '',
    };
  }

  /** Fails with `not_found`. */
  async picture(): Promise<Picture> {
    const guide = await this.database.read.findOne(TopUpGuide, {
      select: { id: true, pictureType: true, picture: true },
      where: { id: THE_GUIDE },
    });
    const type = PICTURE_TYPES.find((each) => each === guide?.pictureType);
    if (!type || !guide?.picture) throw new AppError('not_found');
    return { type, bytes: Buffer.from(guide.picture, 'base64') };
  }

  async write(actor: UserActor, body: TopUpGuideDto): Promise<TopUpGuideView> {
    const { instructions, accounts, operator_name, operator_address, operator_tax_number } = body;
    const written = {
      ...{ instructions, accounts: JSON.stringify(accounts), operatorName: operator_name },
      ...{ operatorAddress: operator_address, operatorTaxNumber: operator_tax_number },
    };
    // Bank accounts are logged in full: the audit log must show who was paid.
    const payable = accounts.map(({ bank, number, holder }) => `${bank} ${number} (${holder})`);
    const named = { operator_name, operator_address, operator_tax_number };
    await this.set(actor, written, { instructions, accounts: payable, ...named });
    return this.view();
  }

  /** `picture`: in base64; null removes it. Fails with `picture_invalid`. */
  async setPicture(actor: UserActor, picture: string | null): Promise<TopUpGuideView> {
    const bytes = picture === null ? undefined : pictureBytes(picture);
    const clean = bytes && pictureOf(bytes);
    if (picture !== null && !clean) throw new AppError('picture_invalid', { body: { fields: ['picture'] } });
    const seen = clean
      ? { picture: clean.type, bytes: clean.bytes.length, sha256: sha256(clean.bytes) }
      : { picture: null };
    const kept = { picture: clean?.bytes.toString('base64') ?? null, pictureType: clean?.type ?? null };
    await this.set(actor, kept, seen);
    return this.view();
  }

  /** Leaves columns that are `undefined` unchanged. */
  private async set(actor: UserActor, changes: Row<TopUpGuide>, detail: object): Promise<void> {
    const nothing = { instructions: '', accounts: '[]', operatorName: '', operatorAddress: '' };
    const row = { id: THE_GUIDE, ...nothing, ...changes, updatedAt: this.clock.now() };
    const changed = (Object.keys(changes) as (keyof TopUpGuide)[]).filter(
      (name) => changes[name] !== undefined,
    );
    const set = [...changed, 'updatedAt'] as const;
    await this.database.tx(async (tx) => {
      await execute(tx, upsert(this.database.engine, TopUpGuide, [row], { key: ['id'], set }));
      await this.audit.record(tx, actor, 'credit.guide', 'top_up', detail);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import {
  type Message,
  readCarriers,
  Verification,
  type VerificationView,
  verificationView,
} from '../otp/index.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { Clock } from '../platform/time/clock.js';
import type { Owner } from './message-reader.js';
import type { FoundVerifications, VerificationQuery } from './message-search.dto.js';
import { MessageSearch } from './message-search.js';

/** Messages read for one page. An external_id may have many more, and any number of them without a verification. */
export const MESSAGES_READ_MAX = 250;

/** Finds verifications by the messages that carried their codes. */
@Injectable()
export class VerificationSearch {
  constructor(
    private readonly database: Database,
    private readonly messages: MessageSearch,
    private readonly clock: Clock,
  ) {}

  /** Fails with `parameter_missing` or `parameter_invalid`, unless it has one of the two terms. */
  find(owner: Owner, query: VerificationQuery): Promise<FoundVerifications> {
    const { external_id: externalId, reference } = query;
    const fields = ['external_id', 'reference'];
    if (externalId !== undefined && reference !== undefined)
      throw new AppError('parameter_invalid', {
        message: {
          id: 'Isi tepat satu dari external_id, reference.',
          en: 'Give exactly one of external_id, reference.',
        },
        body: { fields },
      });
    if (externalId !== undefined) return this.byExternalId(owner, externalId, query);
    if (reference !== undefined) return this.byReference(owner, reference, query);
    throw new AppError('parameter_missing', { body: { fields } });
  }

  /** A page ends early when it has read enough messages; `next_cursor` continues there. */
  private async byExternalId(
    owner: Owner,
    external_id: string,
    { limit, cursor }: VerificationQuery,
  ): Promise<FoundVerifications> {
    const found = await this.messages.find(owner, { external_id, cursor, limit }, MESSAGES_READ_MAX + 1);
    const read = found.slice(0, MESSAGES_READ_MAX);
    const verifications = await this.verificationsOf(owner, read);
    // Several messages may have carried its codes. It is listed once, with the newest of them.
    const current = read.flatMap((message) => {
      const verification = verifications.get(message.verification ?? '');
      return verification?.messageId === message.id ? [{ verification, message }] : [];
    });
    const page = current.slice(0, limit);
    const last = current.length > limit ? page.at(-1)?.message : read.at(-1);
    const hasMore = current.length > limit || found.length > read.length;
    return {
      limit,
      items: await this.views(page.map(({ verification }) => verification)),
      next_cursor: hasMore ? (last?.id ?? null) : null,
    };
  }

  private async byReference(
    owner: Owner,
    reference: string,
    { limit, cursor }: VerificationQuery,
  ): Promise<FoundVerifications> {
    const carriers = await this.messages.find(owner, { reference, cursor, limit }, 1);
    const found = await this.verificationsOf(owner, carriers);
    return { limit, items: await this.views([...found.values()]), next_cursor: null };
  }

  /** By their `verification_id`. */
  private async verificationsOf(
    { userId, livemode }: Owner,
    messages: readonly Message[],
  ): Promise<Map<string, Verification>> {
    const ids = new Set(messages.flatMap(({ verification }) => verification ?? []));
    if (ids.size === 0) return new Map();
    const rows = await this.database.read.findBy(Verification, { reference: In([...ids]) });
    const own = rows.filter((row) => row.userId === userId && row.livemode === livemode);
    return new Map(own.map((row) => [row.reference, row]));
  }

  private async views(verifications: readonly Verification[]): Promise<VerificationView[]> {
    const carriers = await readCarriers(this.database.read, verifications);
    const now = this.clock.now();
    return verifications.flatMap((verification) => {
      const own = carriers.get(verification.reference) ?? [];
      return own.length > 0 ? [verificationView(verification, own, now)] : [];
    });
  }
}

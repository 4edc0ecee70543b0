import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { FraudMarks } from '../fraud/index.js';
import { type Actor, Audit } from '../operations/audit/index.js';
import { Fingerprints } from '../otp/index.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { nextCursor } from '../platform/http/request-fields.js';
import { Phone } from '../platform/text/phone.rules.js';
import { scrub } from '../platform/text/scrub.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS, HOUR_SECONDS } from '../platform/time/clock.js';
import { Erasure } from './erasure.js';
import type {
  CreatePrivacyRequestDto,
  DecidePrivacyRequestDto,
  PrivacyRequestPage,
  PrivacyRequestQuery,
  PrivacyRequestView,
  ShownStatus,
} from './privacy.dto.js';
import {
  type FoundRows,
  ListedNumbers,
  type PrivacyKind,
  PrivacyRequest,
  type PrivacyStatus,
  RestrictedRecipients,
} from './records/index.js';

/** The deadline of the Indonesian law (UU 27/2022): 3 × 24 hours. */
const DUE_SECONDS = 72 * HOUR_SECONDS;
/** How long the document of an access request can be read. */
const DOCUMENT_DAYS = 30;
const ERASURE_SECONDS = 30;

const UNFINISHED: PrivacyStatus[] = ['open', 'erasing', 'cleaning'];
const SHOWN: Partial<Record<PrivacyStatus, ShownStatus>> = { cleaning: 'erasing' };
const STORED: Partial<Record<ShownStatus, PrivacyStatus[]>> = { erasing: ['erasing', 'cleaning'] };

/** Creates, decides and lifts requests of data subjects, for administrators. */
@Injectable()
export class PrivacyRequests {
  constructor(
    private readonly database: Database,
    private readonly fingerprints: Fingerprints,
    private readonly marks: FraudMarks,
    private readonly numbers: ListedNumbers,
    private readonly erasure: Erasure,
    private readonly restricted: RestrictedRecipients,
    private readonly audit: Audit,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    sweepers.every('erasures', ERASURE_SECONDS, (stopping) => this.erasure.sweep(stopping));
    sweepers.purge('documents of data subjects', (limit) => this.forgetDocuments(limit));
  }

  /** Fails with `phone_invalid`. */
  async create(
    actor: Actor,
    { phone: written, kind, note }: CreatePrivacyRequestDto,
  ): Promise<PrivacyRequestView> {
    const phone = Phone.parse(written);
    if (!phone) throw new AppError('phone_invalid');
    const createdAt = this.clock.now();
    const row = {
      ...{ kind, status: 'open' as const, createdAt, dueAt: addSeconds(createdAt, DUE_SECONDS) },
      recipientIndexes: this.fingerprints.recipient(phone).join(','),
      found: kind === 'restriction' ? null : await this.rowsOf(phone),
      note: noteOf(note),
      createdBy: actor.kind === 'user' ? actor.userId : null,
    };
    const id = await this.database.tx(async (tx) => {
      const created = tx.create(PrivacyRequest, row);
      await tx.insert(PrivacyRequest, created);
      await this.record(tx, actor, 'request', created.id, kind);
      return created.id;
    });
    return this.get(id);
  }

  async list({ cursor, limit, status, kind }: PrivacyRequestQuery): Promise<PrivacyRequestPage> {
    const rows = await this.database.read.find(PrivacyRequest, {
      where: {
        ...(cursor !== undefined && { id: LessThan(cursor) }),
        ...(status && { status: In(STORED[status] ?? [status]) }),
        ...(kind && { kind }),
      },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const items = rows.slice(0, limit).map((row) => this.view(row));
    return { limit, items, next_cursor: nextCursor(rows, limit) };
  }

  /** Fails with `not_found`. */
  async get(id: number): Promise<PrivacyRequestView> {
    return this.view(orNotFound(await this.database.read.findOneBy(PrivacyRequest, { id })));
  }

  /**
   * Decides an open request. An erasure begins, and continues in the background. Fails with `not_found` or
   * `privacy_request_decided`.
   */
  async complete(
    actor: Actor,
    id: number,
    { declined = false, note }: DecidePrivacyRequestDto = {},
  ): Promise<PrivacyRequestView> {
    const kind = await this.database.tx(async (tx) => {
      const request = orNotFound(await this.database.lockRow(tx, PrivacyRequest, { id }));
      if (request.status !== 'open') throw new AppError('privacy_request_decided');
      const decidedAt = this.clock.now();
      const isErasure = request.kind === 'erasure' && !declined;
      await tx.update(
        PrivacyRequest,
        { id },
        {
          status: declined ? 'declined' : isErasure ? 'erasing' : 'completed',
          ...{ decidedAt, completedAt: isErasure ? null : decidedAt },
          ...(declined && { recipientIndexes: null, found: null }),
          ...(noteOf(note) !== null && { note: noteOf(note) }),
        },
      );
      await this.record(tx, actor, declined ? 'decline' : 'complete', id, request.kind);
      return request.kind;
    });
    this.restricted.forget();
    if (kind === 'erasure') await this.erasure.run(id);
    return this.get(id);
  }

  /** Ends a restriction. Fails with `not_found` or `privacy_request_decided`. */
  async lift(actor: Actor, id: number): Promise<PrivacyRequestView> {
    await this.database.tx(async (tx) => {
      const { kind, status } = orNotFound(await this.database.lockRow(tx, PrivacyRequest, { id }));
      if (kind !== 'restriction' || status !== 'completed') throw new AppError('privacy_request_decided');
      const lifted = { status: 'lifted' as const, recipientIndexes: null, liftedAt: this.clock.now() };
      await tx.update(PrivacyRequest, { id }, lifted);
      await this.record(tx, actor, 'lift', id, kind);
    });
    this.restricted.forget();
    return this.get(id);
  }

  /** Unfinished requests that are due within `withinSeconds`, the earliest first. */
  async due(withinSeconds: number, atMost: number): Promise<Pick<PrivacyRequest, 'id' | 'kind' | 'dueAt'>[]> {
    return this.database.read.find(PrivacyRequest, {
      select: { id: true, kind: true, dueAt: true },
      where: {
        status: In(UNFINISHED),
        dueAt: LessThanOrEqual(addSeconds(this.clock.now(), withinSeconds)),
      },
      order: { dueAt: 'ASC' },
      take: atMost,
    });
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    done: 'request' | 'complete' | 'decline' | 'lift',
    id: number,
    kind: PrivacyKind,
  ): Promise<void> {
    return this.audit.record(tx, actor, `privacy.${done}`, `privacy_request:${id}`, { kind });
  }

  private async rowsOf(phone: Phone): Promise<FoundRows> {
    return {
      listEntries: await this.listEntries(phone),
      auditEntries: await this.numbers.auditEntries(phone.mask()),
    };
  }

  /** Entries of lists of numbers. They can be found only with the phone itself, not with its indexes. */
  private async listEntries(phone: Phone): Promise<number[]> {
    const rows = await this.database.read.query<{ id: number; user_id: number; mark: string }[]>(
      'SELECT id, user_id, mark FROM fraud_list_entries WHERE prefix_length IS NULL',
    );
    const marks = new Map<number, readonly string[]>();
    const marksOf = (userId: number) => {
      const known = marks.get(userId) ?? this.marks.listed(userId, 'phone', phone.reveal());
      marks.set(userId, known);
      return known;
    };
    return rows
      .filter(({ user_id: userId, mark }) => marksOf(Number(userId)).includes(mark))
      .map(({ id }) => Number(id));
  }

  private async forgetDocuments(limit: number): Promise<number> {
    const completedAt = LessThan(addSeconds(this.clock.now(), -DOCUMENT_DAYS * DAY_SECONDS));
    const rows = await this.database.read.find(PrivacyRequest, {
      select: { id: true },
      where: { status: 'completed', kind: 'access', completedAt, recipientIndexes: Not(IsNull()) },
      take: limit,
    });
    const id = In(rows.map((row) => row.id));
    if (rows.length > 0)
      await this.database.tx((tx) =>
        tx.update(PrivacyRequest, { id }, { recipientIndexes: null, found: null }),
      );
    return rows.length;
  }

  private view(row: PrivacyRequest): PrivacyRequestView {
    const { id, kind, status, note, createdAt, dueAt, completedAt, liftedAt } = row;
    return {
      ...{
        id,
        kind,
        status: SHOWN[status] ?? (status as ShownStatus),
        note,
        held_messages: row.heldMessages,
      },
      has_document: kind === 'access' && status === 'completed' && row.recipientIndexes !== null,
      overdue: UNFINISHED.includes(status) && dueAt <= this.clock.now(),
      ...this.calendar.fields('created_at', createdAt),
      ...this.calendar.fields('due_at', dueAt),
      ...this.calendar.fields('completed_at', completedAt),
      ...this.calendar.fields('lifted_at', liftedAt),
    };
  }
}

/** Masks digits, since people write phones into notes. */
const noteOf = (note: string | null | undefined): string | null => (note ? scrub(note) : null);

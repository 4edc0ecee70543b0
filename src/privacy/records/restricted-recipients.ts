import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';

/** Other processes apply a change within this time. */
const AGE_SECONDS = 10;

interface Remembered {
  readAt: Date;
  indexes: Promise<ReadonlySet<string>>;
}

/** Rejects phones that nothing may be sent to. All sends of a process share one query per {@link AGE_SECONDS}. */
@Injectable()
export class RestrictedRecipients {
  private remembered: Remembered | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Takes the blind indexes of a phone. Fails with `recipient_restricted`. */
  async requireUnrestricted(recipientIndexes: readonly string[]): Promise<void> {
    const restricted = await this.current();
    if (recipientIndexes.some((index) => restricted.has(index))) throw new AppError('recipient_restricted');
  }

  /** Call it after this process has changed a restriction. */
  forget(): void {
    this.remembered = undefined;
  }

  private current(): Promise<ReadonlySet<string>> {
    const now = this.clock.now();
    const known = this.remembered;
    if (known && known.readAt <= now && now < addSeconds(known.readAt, AGE_SECONDS)) return known.indexes;
    const entry = { readAt: now, indexes: this.read() };
    entry.indexes.catch(() => {
      if (this.remembered === entry) this.forget();
    });
    this.remembered = entry;
    return entry.indexes;
  }

  private async read(): Promise<ReadonlySet<string>> {
    const rows = await this.database.query(
      statement(
        "SELECT recipient_indexes FROM privacy_requests WHERE status = 'completed' AND kind = 'restriction'",
      ),
    );
    return new Set(rows.flatMap(({ recipient_indexes: indexes }) => String(indexes).split(',')));
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BackgroundTasks } from '../common/background-tasks.js';
import { Config } from '../common/config/index.js';
import { AppError } from '../common/errors/index.js';
import { Idempotency, type IdempotencyClaim } from '../common/idempotency/index.js';
import type { ApiKeyPrincipal } from '../common/principal.js';
import { ReplayedAnswer } from '../common/replayed-answer.js';
import { HooksService, isOnItsWay, type HookedCode } from './hooks.service.js';

export interface SupabaseDelivery {
  webhookId: string;
  rawBody: Buffer;
}

const LATE = Symbol('late');
const UNKNOWN_OUTCOME = 504;
/** Of an answer, its status is all that a repetition needs. */
const ENVELOPES = { success: () => ({}), failure: () => ({}) };

/** The hook of Supabase Auth: each delivery acts once, and is answered before Supabase gives up on it. */
@Injectable()
export class SupabaseService {
  constructor(
    private readonly hooks: HooksService,
    private readonly idempotency: Idempotency,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
  ) {}

  /**
   * Fails like {@link HooksService.send}. A send that takes too long goes on after this has resolved: its charge is
   * booked, and an error would make Supabase forget a code that may still arrive.
   */
  async send(who: ApiKeyPrincipal, delivery: SupabaseDelivery, hooked: HookedCode): Promise<void> {
    const sending = this.sendOnce(who, delivery, hooked);
    const timer = new AbortController();
    const waiting = sleep(this.config.HOOK_ANSWER_MS, LATE, { signal: timer.signal });
    const first = await Promise.race([sending, waiting]).finally(() => timer.abort());
    if (first === LATE) this.background.start('a send whose hook has been answered', () => sending);
  }

  private async sendOnce(
    who: ApiKeyPrincipal,
    delivery: SupabaseDelivery,
    hooked: HookedCode,
  ): Promise<void> {
    try {
      const claim = await this.begin(who, delivery);
      await this.hooks.send(who, hooked, claim);
    } catch (error) {
      if (error instanceof ReplayedAnswer) return repeat(error);
      if (!isOnItsWay(error)) throw error;
    }
  }

  private async begin(
    who: ApiKeyPrincipal,
    { webhookId, rawBody }: SupabaseDelivery,
  ): Promise<IdempotencyClaim> {
    const begun = await this.idempotency.begin({
      userId: who.userId,
      route: `hooks.supabase:${who.mode}`,
      key: webhookId,
      content: rawBody,
      envelopes: ENVELOPES,
    });
    if (begun instanceof ReplayedAnswer) throw begun;
    return begun;
  }
}

function repeat({ status }: ReplayedAnswer): void {
  if (status !== 200 && status !== UNKNOWN_OUTCOME) throw new AppError('gateway_error');
}

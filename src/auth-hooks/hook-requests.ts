import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { AppError } from '../platform/errors/index.js';
import { ReplayedResponse } from '../platform/http/replayed-response.js';
import { Idempotency, type IdempotencyClaim } from '../platform/idempotency/index.js';
import { type HookMessage, HooksService, hookUnavailable, mayHaveBeenSent } from './hooks.service.js';

export interface HookRequest {
  /** Which hook it came to: ids are its sender's. */
  hook: 'supabase' | 'generic';
  webhookId: string;
  rawBody: Buffer;
}

const LATE = Symbol('late');
const UNKNOWN_OUTCOME = 504;
/** A repetition needs only the status. */
const ENVELOPES = { status: 200, success: () => ({}), failure: () => ({}) };

/** Runs each hook once, and responds before its caller times out. */
@Injectable()
export class HookRequests {
  constructor(
    private readonly hooks: HooksService,
    private readonly idempotency: Idempotency,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
  ) {}

  /**
   * Fails like {@link HooksService.send}. A slow send continues after this resolves: an error would make the caller
   * forget a code that may still arrive.
   */
  async send(who: ApiKeyPrincipal, message: HookMessage, request?: HookRequest): Promise<void> {
    const sending = request ? this.sendOnce(who, message, request) : this.hooks.send(who, message);
    const timer = new AbortController();
    const waiting = sleep(this.config.HOOK_ANSWER_MS, LATE, { signal: timer.signal });
    const first = await Promise.race([sending, waiting]).finally(() => timer.abort());
    if (first === LATE) this.background.start('a send whose hook has been answered', () => sending);
  }

  private async sendOnce(who: ApiKeyPrincipal, message: HookMessage, request: HookRequest): Promise<void> {
    try {
      const claim = await this.begin(who, request);
      await this.hooks.send(who, message, claim);
    } catch (error) {
      if (error instanceof ReplayedResponse) return repeat(who, error);
      if (!mayHaveBeenSent(error)) throw error;
    }
  }

  private async begin(
    who: ApiKeyPrincipal,
    { hook, webhookId, rawBody }: HookRequest,
  ): Promise<IdempotencyClaim> {
    const begun = await this.idempotency.begin({
      userId: who.userId,
      route: `hooks.${hook}:${who.mode}`,
      key: webhookId,
      content: rawBody,
      envelopes: ENVELOPES,
    });
    if (begun instanceof ReplayedResponse) throw begun;
    return begun;
  }
}

function repeat(who: ApiKeyPrincipal, { status }: ReplayedResponse): void {
  if (status === 200 || status === UNKNOWN_OUTCOME) return;
  throw hookUnavailable(who, new AppError('gateway_error'));
}

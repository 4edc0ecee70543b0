import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../api-keys/index.js';
import { Config } from '../config/index.js';
import { OtpService, SendOtpDto } from '../otp/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { AppError, type ErrorCode } from '../platform/errors/index.js';
import { toDto } from '../platform/http/index.js';
import { ReplayedResponse } from '../platform/http/replayed-response.js';
import { Idempotency, type IdempotencyClaim } from '../platform/idempotency/index.js';
import { type Language, LANGUAGES } from '../platform/text/message-template.rules.js';
import { HookAlerts, type HookProblem } from './hook-alerts.js';

export interface HookMessage {
  phone: unknown;
  code: unknown;
  /** From the address; absent: the company stored with the API key. */
  companyName?: string;
  /** From the address. */
  language?: Language;
  /** From the payload; the address takes precedence. */
  locale?: unknown;
}

/** The errors that a hook can get. Errors after which the code may still arrive are not among them: it gets success. */
export const HOOK_FAILURES = [
  'rate_limited',
  'parameter_missing',
  'parameter_invalid',
  'phone_invalid',
  'company_name_too_long',
  'company_name_invalid',
  'otp_code_invalid',
  'recipient_restricted',
  'verification_blocked',
  'recipient_limited',
  'hook_unavailable',
] as const satisfies ErrorCode[];

/** `in` is Java's old code of Indonesian. */
const WRITTEN = /^(id|in|en)(?:[-_][A-Za-z0-9]{1,8}){0,4}$/i;

/** The language of a locale: `id`, `en-US`, `id_ID`; `undefined` for others. */
export function languageOf(locale: unknown): Language | undefined {
  if (typeof locale !== 'string') return undefined;
  const language = WRITTEN.exec(locale)?.[1]?.toLowerCase().replace('in', 'id');
  return LANGUAGES.find((known) => known === language);
}

/**
 * Errors after which the code may still arrive. Auth servers forget the code of a failed hook and retry it, so they
 * get a success.
 */
const MAY_HAVE_BEEN_SENT: ErrorCode[] = ['duplicate', 'gateway_unknown', 'idempotency_in_flight'];

/** Errors that only the owner can fix. Auth servers show the error to their user, so they get `hook_unavailable`. */
const NOT_FOR_USERS: ErrorCode[] = [
  'insufficient_credit',
  'daily_cap_reached',
  'spend_cap_reached',
  'not_on_whatsapp_limited',
  'no_device',
  'gateway_error',
];

const PROBLEM: Partial<Record<ErrorCode, HookProblem>> = {
  insufficient_credit: 'insufficient_credit',
  daily_cap_reached: 'daily_cap_reached',
  spend_cap_reached: 'spend_cap_reached',
  no_device: 'no_device',
  company_name_invalid: 'company_name_refused',
  company_name_too_long: 'company_name_refused',
};

interface HookRequest {
  /** The hook that received the request. Each hook's senders make their own ids. */
  hook: 'supabase' | 'generic';
  webhookId: string;
  rawBody: Buffer;
}

const LATE = Symbol('late');
const UNKNOWN_OUTCOME = 504;
/** The stored response of a hook. Only its status is used when the request is repeated. */
const ENVELOPES = { status: 200, success: () => ({}), failure: () => ({}) };

/** Hooks are sends: the same rules, limits, charge and history. */
@Injectable()
export class HooksService {
  constructor(
    private readonly otp: OtpService,
    private readonly keys: ApiKeysService,
    private readonly alerts: HookAlerts,
    private readonly idempotency: Idempotency,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
  ) {}

  /** Resolves once the code is sent or may arrive. Fails like a send, or with `hook_unavailable`. */
  async send(who: ApiKeyPrincipal, message: HookMessage, claim?: IdempotencyClaim): Promise<void> {
    const { phone, code: otp_code } = message;
    const language = message.language ?? languageOf(message.locale);
    try {
      const company_name = message.companyName ?? (await this.companyOf(who));
      await this.otp.send(who, toDto({ phone, otp_code, company_name, language }, SendOtpDto), claim);
    } catch (error) {
      if (!mayHaveBeenSent(error)) throw this.errorForCaller(who, error);
    }
  }

  /**
   * Fails like {@link send}. A slow send continues after this resolves: an error would make the caller
   * forget a code that may still arrive.
   */
  async sendOnce(who: ApiKeyPrincipal, message: HookMessage, request?: HookRequest): Promise<void> {
    const sending = request ? this.sendClaimed(who, message, request) : this.send(who, message);
    const timer = new AbortController();
    const waiting = sleep(this.config.HOOK_ANSWER_MS, LATE, { signal: timer.signal });
    const first = await Promise.race([sending, waiting]).finally(() => timer.abort());
    if (first === LATE) this.background.start('a send whose hook has been answered', () => sending);
  }

  private async sendClaimed(who: ApiKeyPrincipal, message: HookMessage, request: HookRequest): Promise<void> {
    try {
      const claim = await this.begin(who, request);
      await this.send(who, message, claim);
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

  private async companyOf(who: ApiKeyPrincipal): Promise<string> {
    const { hookCompanyName } = await this.keys.hookSettings(who.apiKeyId);
    if (hookCompanyName !== null) return hookCompanyName;
    this.alerts.note(who, 'company_name_missing');
    throw new AppError('parameter_missing', { body: { fields: ['company_name'] } });
  }

  private errorForCaller(who: ApiKeyPrincipal, error: unknown): unknown {
    if (!(error instanceof AppError)) return error;
    const trouble = PROBLEM[error.code];
    if (trouble) this.alerts.note(who, trouble);
    return NOT_FOR_USERS.includes(error.code) ? hookUnavailable(who, error) : error;
  }
}

/** The response hides cause and account; the log has both. */
function hookUnavailable({ userId, apiKeyId }: ApiKeyPrincipal, { code, extra }: AppError): AppError {
  const reason = extra.body?.['error_message'];
  const said = typeof reason === 'string' ? `: ${reason}` : '';
  return new AppError('hook_unavailable', {
    logDetail: `${code}${said} (user ${userId}, API key ${apiKeyId})`,
  });
}

const mayHaveBeenSent = (error: unknown): boolean =>
  error instanceof AppError && MAY_HAVE_BEEN_SENT.includes(error.code);

function repeat(who: ApiKeyPrincipal, { status }: ReplayedResponse): void {
  if (status === 200 || status === UNKNOWN_OUTCOME) return;
  throw hookUnavailable(who, new AppError('gateway_error'));
}

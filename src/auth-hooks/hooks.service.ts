import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../api-keys/index.js';
import { OtpService, SendOtpDto } from '../otp/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { AppError, type ErrorCode } from '../platform/errors/index.js';
import { toDto } from '../platform/http/index.js';
import type { IdempotencyClaim } from '../platform/idempotency/index.js';
import { type Language, LANGUAGES } from '../platform/text/message-template.rules.js';
import { HookAlerts, type HookProblem } from './hook-alerts.js';

/** A code to send, as the hook delivered it. */
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

/** Errors of a hook, without those after which the code may arrive. */
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

/** `in` is what Java still calls Indonesian. */
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

/** Errors that the owner gets a mail about. */
const PROBLEM: Partial<Record<ErrorCode, HookProblem>> = {
  insufficient_credit: 'insufficient_credit',
  daily_cap_reached: 'daily_cap_reached',
  spend_cap_reached: 'spend_cap_reached',
  no_device: 'no_device',
  company_name_invalid: 'company_name_refused',
  company_name_too_long: 'company_name_refused',
};

/** Hooks are sends: the same rules, limits, charge and history. */
@Injectable()
export class HooksService {
  constructor(
    private readonly otp: OtpService,
    private readonly keys: ApiKeysService,
    private readonly alerts: HookAlerts,
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
export function hookUnavailable({ userId, apiKeyId }: ApiKeyPrincipal, { code, extra }: AppError): AppError {
  const reason = extra.body?.['error_message'];
  const said = typeof reason === 'string' ? `: ${reason}` : '';
  return new AppError('hook_unavailable', {
    logDetail: `${code}${said} (user ${userId}, API key ${apiKeyId})`,
  });
}

export const mayHaveBeenSent = (error: unknown): boolean =>
  error instanceof AppError && MAY_HAVE_BEEN_SENT.includes(error.code);

import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../api-keys/index.js';
import { OtpService, SendOtpDto } from '../otp/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { AppError, type ErrorCode } from '../platform/errors/index.js';
import { toDto } from '../platform/http/index.js';
import type { IdempotencyClaim } from '../platform/idempotency/index.js';
import type { HookTrouble } from './hook-alert-mail.js';
import { HookAlerts } from './hook-alerts.js';
import type { HookedCode } from './hooked-code.js';
import { languageOf } from './locale.rules.js';

/**
 * Failures of a send after which its code has reached the recipient, or still may. The systems behind the hooks forget a
 * code whose hook failed, and repeat a hook that failed: to them these are successes.
 */
const ON_ITS_WAY: ErrorCode[] = ['duplicate', 'gateway_unknown', 'idempotency_in_flight'];

/**
 * What is between the account and us. Auth servers hand the words of a failure on to whoever logs in, who can mend none
 * of it and is to read of none of it.
 */
const NOT_FOR_USERS: ErrorCode[] = [
  'insufficient_credit',
  'daily_cap_reached',
  'not_on_whatsapp_limited',
  'no_device',
  'gateway_error',
];

/** What the owner is told of. One message that a gateway refuses has its place in the history, and in a webhook. */
const TROUBLE: Partial<Record<ErrorCode, HookTrouble>> = {
  insufficient_credit: 'insufficient_credit',
  daily_cap_reached: 'daily_cap_reached',
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

  /**
   * Resolves once the code is on its way, as far as anyone knows; fails with the other codes of a send, and with
   * `hook_unavailable` for what only the account's owner may know.
   */
  async send(who: ApiKeyPrincipal, hooked: HookedCode, claim?: IdempotencyClaim): Promise<void> {
    const { phone, code: otp_code } = hooked;
    const language = hooked.language ?? languageOf(hooked.locale);
    try {
      const company_name = hooked.companyName ?? (await this.companyOf(who));
      await this.otp.send(who, toDto({ phone, otp_code, company_name, language }, SendOtpDto), claim);
    } catch (error) {
      if (!isOnItsWay(error)) throw this.told(who, error);
    }
  }

  private async companyOf(who: ApiKeyPrincipal): Promise<string> {
    const { hookCompanyName } = await this.keys.hookSettings(who.apiKeyId);
    if (hookCompanyName !== null) return hookCompanyName;
    this.alerts.note(who, 'company_name_missing');
    throw new AppError('parameter_missing', { body: { fields: ['company_name'] } });
  }

  private told(who: ApiKeyPrincipal, error: unknown): unknown {
    if (!(error instanceof AppError)) return error;
    const trouble = TROUBLE[error.code];
    if (trouble) this.alerts.note(who, trouble);
    return NOT_FOR_USERS.includes(error.code) ? hookUnavailable(who, error) : error;
  }
}

/** Names neither the cause nor the account in its answer; the log has both. */
export function hookUnavailable({ userId, apiKeyId }: ApiKeyPrincipal, { code, extra }: AppError): AppError {
  const reason = extra.body?.['error_message'];
  const said = typeof reason === 'string' ? `: ${reason}` : '';
  return new AppError('hook_unavailable', {
    logDetail: `${code}${said} (user ${userId}, API key ${apiKeyId})`,
  });
}

export const isOnItsWay = (error: unknown): boolean =>
  error instanceof AppError && ON_ITS_WAY.includes(error.code);

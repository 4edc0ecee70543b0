import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../api-keys/index.js';
import { AppError, type ErrorCode } from '../common/errors/index.js';
import { toDto } from '../common/http/index.js';
import type { IdempotencyClaim } from '../common/idempotency/index.js';
import type { ApiKeyPrincipal } from '../common/principal.js';
import { BRAND_MAX, OtpService, SendOtpDto } from '../otp/index.js';

/** What a hook wants sent, as it came. */
export interface HookedCode {
  phone: unknown;
  code: unknown;
  /** Absent: the name of the API key. */
  companyName: string | undefined;
}

/**
 * Failures of a send after which its code has reached the recipient, or still may. The systems behind the hooks forget a
 * code whose hook failed, and repeat a hook that failed: to them these are successes.
 */
const ON_ITS_WAY: ErrorCode[] = ['duplicate', 'gateway_unknown', 'idempotency_in_flight'];

/** Hooks are sends: the same rules, limits, charge and history. */
@Injectable()
export class HooksService {
  constructor(
    private readonly otp: OtpService,
    private readonly keys: ApiKeysService,
  ) {}

  /** Resolves once the code is on its way, as far as anyone knows; fails with the other codes of a send. */
  async send(who: ApiKeyPrincipal, hooked: HookedCode, claim?: IdempotencyClaim): Promise<void> {
    const { phone, code: otp_code, companyName } = hooked;
    const company_name = companyName || (await this.nameOf(who));
    const body = toDto({ phone, otp_code, company_name }, SendOtpDto);
    try {
      await this.otp.send(who, body, claim);
    } catch (error) {
      if (!isOnItsWay(error)) throw error;
    }
  }

  private async nameOf({ apiKeyId }: ApiKeyPrincipal): Promise<string> {
    return [...(await this.keys.nameOf(apiKeyId))].slice(0, BRAND_MAX).join('');
  }
}

export const isOnItsWay = (error: unknown): boolean =>
  error instanceof AppError && ON_ITS_WAY.includes(error.code);

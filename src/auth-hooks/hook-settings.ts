import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../api-keys/index.js';
import { Config } from '../config/index.js';
import type { UserActor } from '../operations/audit/index.js';
import { BrandCheck, SendOtpDto } from '../otp/index.js';
import { toDto } from '../platform/http/index.js';
import { newSigningSecret } from '../platform/security/standard-webhook.rules.js';
import { UsersService } from '../users/index.js';
import type { HookAddress, HookSecretDto, HookSigningKeyDto, NewHookSecret } from './hook-settings.dto.js';

@Injectable()
export class HookSettings {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly users: UsersService,
    private readonly brands: BrandCheck,
    private readonly config: Config,
  ) {}

  /** Creates a secret in the format of Supabase Auth. The earlier one is invalid at once. */
  async renewSecret(owner: UserActor, id: number, { company_name }: HookSecretDto): Promise<NewHookSecret> {
    const secret = newSigningSecret();
    const stored = await this.store(owner, id, secret, company_name);
    return { secret: `v1,${secret}`, url: this.url('supabase', id), company_name: stored };
  }

  async storeSigningKey(owner: UserActor, id: number, body: HookSigningKeyDto): Promise<HookAddress> {
    const stored = await this.store(owner, id, body.signing_key, body.company_name);
    return { url: this.url('generic', id), company_name: stored };
  }

  private async store(
    owner: UserActor,
    id: number,
    secret: string,
    company?: string | null,
  ): Promise<string | null> {
    const companyName = typeof company === 'string' ? await this.sendable(owner, company) : company;
    const { hook_company_name } = await this.keys.storeHook(owner, id, { secret, companyName });
    return hook_company_name;
  }

  /** Applies the rules of a send to the company. */
  private async sendable({ userId }: UserActor, name: string): Promise<string> {
    const { company_name } = toDto(
      { phone: '081234567890', otp_code: '0000', company_name: name },
      SendOtpDto,
    );
    const { approvedBrands } = await this.users.require(userId);
    return this.brands.brandOf({ approvedBrands }, company_name);
  }

  private url(hook: string, keyId: number): string {
    return `${this.config.publicUrl}/api/hooks/${hook}?key_id=${keyId}`;
  }
}

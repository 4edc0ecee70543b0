import { Injectable } from '@nestjs/common';
import { ProtectedBrands } from '../brands/index.js';
import { MessageLooks } from '../gateway/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { brandFlaw, isBrandShort, normalizeBrand } from '../platform/text/brand.rules.js';
import { BRAND_DETAILS } from './rejection-details.js';

/** Decides on the name that a message is sent for; every send goes through here. */
@Injectable()
export class BrandCheck {
  constructor(
    private readonly looks: MessageLooks,
    private readonly protectedBrands: ProtectedBrands,
  ) {}

  /**
   * The name to send for: exactly one that was approved, if the account has such names, else any that reads as a name in
   * every text that a device may send, and is not mistaken for a protected one. Fails with `company_name_too_long` or
   * `company_name_invalid`.
   */
  async brandOf(
    { approvedBrands }: Pick<ApiKeyPrincipal, 'approvedBrands'>,
    companyName: string,
  ): Promise<string> {
    if (approvedBrands) {
      if (!isBrandShort(companyName)) throw new AppError('company_name_too_long');
      if (!approvedBrands.includes(companyName)) throw invalid('not_approved');
      return companyName;
    }
    const brand = normalizeBrand(companyName);
    if (!isBrandShort(brand)) throw new AppError('company_name_too_long');
    const flaw = brandFlaw(brand, await this.looks.templates());
    if (flaw) throw invalid(flaw);
    if (await this.protectedBrands.covers(companyName)) throw invalid('protected');
    return brand;
  }
}

const invalid = (why: keyof typeof BRAND_DETAILS) =>
  new AppError('company_name_invalid', { body: { fields: ['company_name'] }, detail: BRAND_DETAILS[why] });

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ProtectedBrands } from '../brands/index.js';
import { DeviceTexts } from '../gateway/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { type BrandFlaw, brandFlaw, isBrandShort, normalizeBrand } from '../platform/text/brand.rules.js';
import { BRAND_DETAILS } from './rejection-details.js';

/** Results to remember: a check takes time, and accounts use few names. */
const REMEMBERED_MAX = 5_000;

@Injectable()
export class BrandCheck {
  /** Results by brand and templates. */
  private readonly flaws = new LRUCache<string, BrandFlaw | 'none'>({ max: REMEMBERED_MAX });

  constructor(
    private readonly texts: DeviceTexts,
    private readonly protectedBrands: ProtectedBrands,
  ) {}

  /**
   * The brand to send. An account with approved brands may send only these. Others may send any brand that reads as a
   * name in the text of every device and does not look like a protected one. Fails with
   * `company_name_too_long` or `company_name_invalid`.
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
    const flaw = this.flawOf(brand, await this.texts.templates());
    if (flaw !== 'none') throw invalid(flaw);
    if (await this.protectedBrands.covers(companyName)) throw invalid('protected');
    return brand;
  }

  private flawOf(brand: string, templates: readonly string[]): BrandFlaw | 'none' {
    const id = [brand, ...templates].join('\n');
    const known = this.flaws.get(id);
    if (known) return known;
    const flaw = brandFlaw(brand, templates) ?? 'none';
    this.flaws.set(id, flaw);
    return flaw;
  }
}

const invalid = (why: keyof typeof BRAND_DETAILS) =>
  new AppError('company_name_invalid', { body: { fields: ['company_name'] }, detail: BRAND_DETAILS[why] });

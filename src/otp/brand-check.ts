import { Injectable } from '@nestjs/common';
import { ProtectedBrands } from '../brands/index.js';
import type { ApiKeyPrincipal } from '../common/access/principal.js';
import { AppError } from '../common/errors/index.js';
import { type BrandFlaw, brandFlaw, isBrandShort, normalizeBrand } from '../common/text/brand.rules.js';
import { DIGITS_MAX } from '../common/text/contact-details.rules.js';
import type { Words } from '../common/text/language.js';
import { MessageLooks } from '../gateway/index.js';

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

/** Why a name was rejected, in words for the caller. */
const WHY: Readonly<Record<BrandFlaw | 'not_approved' | 'protected', Words>> = {
  unreadable: {
    id: 'Nama brand tidak menampilkan huruf atau angka, atau memuat karakter tersembunyi atau kurung kurawal.',
    en: 'The company name shows no letter or digit, or contains hidden characters or braces.',
  },
  mixed_scripts: {
    id: 'Nama brand mencampur aksara, atau meniru huruf Latin dengan aksara lain.',
    en: 'The company name mixes scripts, or imitates Latin letters with another script.',
  },
  link: {
    id: 'Nama brand terbaca sebagai tautan atau domain di dalam pesan.',
    en: 'The company name reads as a link or a domain in the message.',
  },
  number: {
    id: `Nama brand terbaca sebagai nomor di dalam pesan: lebih dari ${DIGITS_MAX} angka tanpa huruf di antaranya.`,
    en: `The company name reads as a number in the message: more than ${DIGITS_MAX} digits without a letter between them.`,
  },
  not_approved: {
    id: 'Akun ini hanya boleh memakai brand yang disetujui, persis seperti tertulis.',
    en: 'This account may only use its approved brands, exactly as they are written.',
  },
  protected: {
    id: 'Nama brand ini, atau nama yang mirip, hanya untuk akun yang brand-nya disetujui administrator.',
    en: 'This company name, or one that looks like it, is only for accounts for which an administrator has approved it.',
  },
};

const invalid = (why: keyof typeof WHY) =>
  new AppError('company_name_invalid', { body: { fields: ['company_name'] }, detail: WHY[why] });

export const LANGUAGES = ['id', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const TEMPLATE_MAX = 300;

/** Asterisks are WhatsApp's bold. */
export const TEMPLATES: Readonly<Record<Language, string>> = {
  id: '*{code}* adalah kode OTP {brand} Anda. Jangan berikan kode ini kepada siapa pun.',
  en: '*{code}* is your {brand} OTP. Do not share this code with anyone.',
};

/** A preview of Meta's authentication template. It has no brand: the sender is the business profile. */
export const META_PRESETS: Readonly<Record<Language, { template: string; button: string }>> = {
  id: {
    template: '*{code}* adalah kode verifikasi Anda. Demi keamanan, jangan bagikan kode ini.',
    button: 'Salin kode',
  },
  en: {
    template: '*{code}* is your verification code. For your security, do not share this code.',
    button: 'Copy code',
  },
};

/** One `{code}`, at most one `{brand}`, no other braces or control characters. */
export function isTemplate(text: string): boolean {
  const bare = text.replace('{code}', '').replace('{brand}', '');
  return (
    text.length <= TEMPLATE_MAX &&
    text.includes('{code}') &&
    !/[{}]/.test(bare) &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(bare.replaceAll('\n', ''))
  );
}

export const withoutMarkup = (text: string) => text.replace(/[*_~`]/g, '');

/** Removes markup from the brand. */
export function fillTemplate(template: string, { code, brand }: { code: string; brand: string }): string {
  const values: Record<string, string> = { code, brand: withoutMarkup(brand) };
  return template.replace(/\{(code|brand)\}/g, (_place, name: string) => values[name] ?? '');
}

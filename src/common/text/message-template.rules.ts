/** What the recipient reads, and where code and brand go in it. */

export const LANGUAGES = ['id', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const TEMPLATE_MAX = 300;

/** Asterisks are WhatsApp's bold. */
export const TEMPLATES: Readonly<Record<Language, string>> = {
  id: '*{code}* adalah kode OTP {brand} Anda. Jangan berikan kode ini kepada siapa pun.',
  en: '*{code}* is your {brand} OTP. Do not share this code with anyone.',
};

/** A text with `{code}` once, at most one `{brand}`, no other braces, and nothing that would break a terminal or a log. */
export function isTemplate(text: string): boolean {
  const bare = text.replace('{code}', '').replace('{brand}', '');
  return (
    text.length <= TEMPLATE_MAX &&
    text.includes('{code}') &&
    !/[{}]/.test(bare) &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(bare.replaceAll('\n', ''))
  );
}

/** Fills a template; the brand cannot bring formatting of its own. */
export function fillTemplate(template: string, { code, brand }: { code: string; brand: string }): string {
  const values: Record<string, string> = { code, brand: brand.replace(/[*_~`]/g, '') };
  return template.replace(/\{(code|brand)\}/g, (_place, name: string) => values[name] ?? '');
}

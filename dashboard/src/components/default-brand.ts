const BRAND_MAX = 20;

/**
 * Default brand of an account: the first approved brand, or the account's name. A name that is too long is
 * not used, because a truncated name would be sent.
 */
export function defaultBrand(name: string, approved: readonly string[] = []): string {
  const brand = approved[0] ?? name.trim();
  return Array.from(brand).length <= BRAND_MAX ? brand : '';
}

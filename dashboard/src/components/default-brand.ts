const BRAND_MAX = 20;

/**
 * What an account most likely sends for: the first brand approved for it, or its own name. A name that does not fit is
 * left out whole, since a cut one would be sent as it is.
 */
export function defaultBrand(name: string, approved: readonly string[] = []): string {
  const brand = approved[0] ?? name.trim();
  return Array.from(brand).length <= BRAND_MAX ? brand : '';
}

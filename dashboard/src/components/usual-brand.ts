const BRAND_MAX = 20;

/** What an account most likely sends for: its own name, as far as it fits. */
export const usualBrand = (name: string): string => Array.from(name).slice(0, BRAND_MAX).join('').trim();

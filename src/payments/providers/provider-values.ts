/** Where callbacks of this provider arrive, if it can reach us. */
export const callbackUrl = (publicUrl: string, provider: string): string | undefined =>
  publicUrl.startsWith('https:') ? `${publicUrl}/api/payments/${provider}` : undefined;

/** Pages of providers are shown as links. */
export const httpsUrl = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 500 && /^https:\/\//.test(value) ? value : null;

export const shortText = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : null;

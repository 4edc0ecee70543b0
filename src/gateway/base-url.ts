const LENGTH_MAX = 255;

/**
 * A gateway's base address in the form it is kept in: http or https, no slash at its end. `undefined` for anything
 * else, also for one with credentials (they would show in lists and logs), a query or a fragment.
 */
export function normaliseBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username || url.password || /[?#]/.test(url.href)) return undefined;
  const base = url.href.replace(/\/+$/, '');
  return base.length <= LENGTH_MAX ? base : undefined;
}

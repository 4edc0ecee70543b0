import Bowser from 'bowser';

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
/** The product that a program names first (RFC 9110, 10.1.5), without what follows. */
const PRODUCT = /^[A-Za-z][\w.-]{0,31}(?=\/|$)/;

/**
 * What somebody logs in with, in a few words: `Chrome, Windows`, `curl`. The words are the library's, or the one word
 * that a program calls itself: whoever logs in chooses no text that the owner reads.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const known = [
    browser.name && BROWSERS.has(browser.name) ? browser.name : undefined,
    os.name && SYSTEMS.has(os.name) ? os.name : undefined,
  ].filter((name) => name !== undefined);
  return known.join(', ') || (PRODUCT.exec(userAgent)?.[0] ?? null);
}

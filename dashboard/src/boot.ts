// Prefetches the data of the first page. Runs before the rest of the code is loaded, so it must import hardly anything.
import { takeLinkToken } from './api/link-token';
import { prefetch } from './api/prefetch';
import { LEFT_OUT_HINT, RESTRICTED, SESSION_HINT } from './api/session-hint';
import { LOADERS, storedLanguage } from './i18n/languages';

/** All requests of the home page. A browser test checks that it sends no others, and none twice. */
const HOME = [
  '/api/account/credit',
  '/api/account/prices',
  '/api/account/stats?days=30',
  ...RESTRICTED.map(([address]) => address),
];

takeLinkToken();
// A mailed link that is pasted into a tab with the same page changes only the hash and would not reload the page.
window.addEventListener('hashchange', () => {
  if (takeLinkToken()) window.location.reload();
});

const { pathname } = window.location;
const isHome = pathname === '/';
const isKnown = localStorage.getItem(SESSION_HINT) !== null;

// Before the first styles, to avoid a white flash in dark mode.
const scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
const isDark =
  scheme === 'auto' ? window.matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark';
document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';

early(LOADERS[storedLanguage()].initial());
if (!isKnown && (isHome || pathname === '/login')) {
  early(LOADERS[storedLanguage()].auth());
  early(import('./pages/auth/login-page'));
}
// Lets the browser request the code first: prefetches start some microtasks later.
await Promise.resolve();
await Promise.resolve();
await Promise.resolve();
const leftOut = localStorage.getItem(LEFT_OUT_HINT)?.split(' ') ?? [];
const home = isKnown && isHome ? HOME.filter((address) => !leftOut.includes(address)) : [];
prefetch([...(isKnown ? ['/api/auth/me'] : []), '/api/settings', ...home]);

function early(part: Promise<unknown>): void {
  part.catch(() => undefined);
}

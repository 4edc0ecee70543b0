// In a file of its own, which runs while the others are still on their way, and so imports next to nothing: asks for what the
// first page will want. What comes of it is for the code that wants it to tell.
import { takeLinkToken } from './api/link-token';
import { prefetch } from './api/prefetch';
import { SESSION_HINT } from './api/session-hint';
import { LOADERS, storedLanguage } from './i18n/languages';

/** All that the home page asks for; a browser test sees that it asks for nothing else, and for nothing twice. */
const HOME = [
  '/api/account/credit',
  '/api/account/stats?days=30',
  '/api/account/api-keys',
  '/api/account/webhooks',
  '/api/account/history?mode=test&limit=1',
];

takeLinkToken();
// A second link that is pasted into a page of the same address loads nothing by itself.
window.addEventListener('hashchange', () => {
  if (takeLinkToken()) window.location.reload();
});

const { pathname } = window.location;
const isHome = pathname === '/';
const isKnown = localStorage.getItem(SESSION_HINT) !== null;

// Before the first styles are, so that nobody in the dark sees white.
const scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
const isDark =
  scheme === 'auto' ? window.matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark';
document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';

early(LOADERS[storedLanguage()].initial());
if (!isKnown && (isHome || pathname === '/login')) early(import('./pages/auth/login-page'));
// A browser asks for few things at a time, and draws nothing without the code: that leaves in the microtasks before.
await Promise.resolve();
await Promise.resolve();
await Promise.resolve();
prefetch([...(isKnown ? ['/api/auth/me'] : []), '/api/settings', ...(isKnown && isHome ? HOME : [])]);

function early(part: Promise<unknown>): void {
  part.catch(() => undefined);
}

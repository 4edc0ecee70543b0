// Must be first; see boot.ts.
import './boot';
// Before the components, so that our styles come after Mantine's and win.
import './styles/initial';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, router } from './app';
import { storedLanguage } from './i18n/languages';
import { loadLanguage } from './i18n/words';
import { allowStyles } from './nonce';

/** After this time the app is rendered even if the first page is still loading. */
const PATIENCE_MS = 1_000;

allowStyles();
await loadLanguage(storedLanguage());
void start();

/**
 * Loads the first page before drawing, and draws it as a transition to avoid one long task. Not awaited at
 * top level: the code of the pages imports this file.
 */
async function start(): Promise<void> {
  const loaded = router.load().then(() => true);
  const patience = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  const isThere = await Promise.race([loaded, patience]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root.');
  const draw = () =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  // Not as a transition while the page is loading: it could appear before its layout has the messages.
  if (isThere) startTransition(draw);
  else draw();
}

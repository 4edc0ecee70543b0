// First, and in a file of its own: see there.
import './boot';
// Before all that is drawn, so that our own styles come after Mantine's and win.
import './styles/initial';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, router } from './app';
import { storedLanguage } from './i18n/languages';
import { loadLanguage } from './i18n/words';
import { allowStyles } from './nonce';

/** A first page that takes longer is drawn as one that waits. */
const PATIENCE_MS = 1_000;

allowStyles();
await loadLanguage(storedLanguage());
void start();

/**
 * The first page is there before anything is drawn, and is drawn in slices: as the router's own news it would be one long
 * task. Not awaited at the top, since the pages' files import this one and would wait for it for ever.
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
  // Between two slices the page could come with words that those above it have not seen yet.
  if (isThere) startTransition(draw);
  else draw();
}

// First, and in a file of its own: see there.
import './boot';
// Before all that is drawn, so that our own styles come after Mantine's and win.
import './styles/first';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { storedLanguage } from './i18n/languages';
import { loadLanguage } from './i18n/words';
import { allowStyles } from './nonce';

allowStyles();
await loadLanguage(storedLanguage());
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

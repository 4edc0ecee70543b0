// First, so that our own styles come after Mantine's and win.
import './styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { loadMessages, storedLanguage } from './i18n/languages';
import { allowStyles } from './nonce';

allowStyles();
const language = storedLanguage();
const messages = await loadMessages(language);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App initial={{ language, messages }} />
  </StrictMode>,
);

import { loadAuthMessages, loadDeferredMessages } from '../i18n/words';

/** Loads code on demand, together with the messages and styles that the initial page does not need. */
export async function lazyImport<Part>(importer: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([importer(), loadDeferredMessages(), import('../styles/deferred')]);
  return part;
}

/** The same for the login pages, which have their own messages. */
export async function authImport<Part>(importer: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([importer(), loadAuthMessages()]);
  return part;
}

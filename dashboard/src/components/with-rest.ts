import { loadRestOfWords } from '../i18n/words';

/** Code that is loaded when it is needed, with the words and the styles that the first page went without. */
export async function withRest<Part>(importer: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([importer(), loadRestOfWords(), import('../styles/rest')]);
  return part;
}

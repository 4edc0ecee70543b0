/** The localStorage key of the chosen language. */
export const STORED_LANGUAGE = 'sandi.language';

/** The API returns messages in the language of the page. */
export const languageHeader = () => ({ 'Accept-Language': localStorage.getItem(STORED_LANGUAGE) ?? 'id' });

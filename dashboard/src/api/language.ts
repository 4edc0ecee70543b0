/** Where this browser keeps the language that was chosen. */
export const STORED_LANGUAGE = 'sandi.language';

/** The API writes its messages in the language that the page is shown in. */
export const languageHeader = () => ({ 'Accept-Language': localStorage.getItem(STORED_LANGUAGE) ?? 'id' });

const SEPARATORS = '[\\s().-]*';
/** Matches anywhere in a text. */
const INDONESIAN = new RegExp(`(?:\\+?62|0)${SEPARATORS}8(?:${SEPARATORS}\\d){7,}`);
const ONLY_DIGITS = /^[+\d\s().-]+$/;
const DIGITS_MIN = 7;

/** Whether a text may contain a phone number. Such texts must not be in a URL, except a brand in the own history. */
export function isPhoneLike(text: string): boolean {
  if (INDONESIAN.test(text)) return true;
  return ONLY_DIGITS.test(text) && text.replace(/\D/g, '').length >= DIGITS_MIN;
}

const BETWEEN = '[\\s().-]*';
/** Anywhere in a text. */
const INDONESIAN = new RegExp(`(?:\\+?62|0)${BETWEEN}8(?:${BETWEEN}\\d){7,}`);
const ONLY_DIGITS = /^[+\d\s().-]+$/;
const DIGITS_MIN = 7;

/**
 * Whether a text may contain a phone number. Such a text is not put into a URL, except the brand filter of
 * the own history.
 */
export function isPhoneLike(text: string): boolean {
  if (INDONESIAN.test(text)) return true;
  return ONLY_DIGITS.test(text) && text.replace(/\D/g, '').length >= DIGITS_MIN;
}

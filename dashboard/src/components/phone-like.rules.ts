const BETWEEN = '[\\s().-]*';
/** Somewhere in a text. */
const INDONESIAN = new RegExp(`(?:\\+?62|0)${BETWEEN}8(?:${BETWEEN}\\d){7,}`);
const ONLY_DIGITS = /^[+\d\s().-]+$/;
const DIGITS_MIN = 7;

/** Whether a text may be or hold somebody's number: it is then put into no address and no GET, but for the brand of one's own history. */
export function isPhoneLike(text: string): boolean {
  if (INDONESIAN.test(text)) return true;
  return ONLY_DIGITS.test(text) && text.replace(/\D/g, '').length >= DIGITS_MIN;
}

const DIGIT_RUNS = /\p{Nd}(?:[\s().+_/-]{0,4}\p{Nd}){3,}/gu;

/**
 * A gateway's own words, made safe to store and log: every run of four or more digits (a code, a phone, however
 * spaced) becomes asterisks, invisible characters are removed, and the text is cut to `maxLength`.
 */
export function scrub(text: string, maxLength = 300): string {
  return text
    .slice(0, 4 * maxLength)
    .replace(/\p{Cf}/gu, '')
    .replace(DIGIT_RUNS, '****')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, maxLength);
}

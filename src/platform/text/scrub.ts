const DIGIT_RUNS = /\p{Nd}(?:[\s().+_/-]{0,4}\p{Nd}){3,}/gu;

/** Cleans a gateway's text for store and log: masks runs of four or more digits, removes invisible characters, cuts. */
export function scrub(text: string, maxLength = 300): string {
  return text
    .slice(0, 4 * maxLength)
    .replace(/\p{Cf}/gu, '')
    .replace(DIGIT_RUNS, '****')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, maxLength);
}

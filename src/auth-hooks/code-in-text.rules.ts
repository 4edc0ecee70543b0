/** A run of ASCII digits that is a word of its own. */
const RUNS = /(?<![\p{L}\p{N}_])[0-9]{4,10}(?![\p{L}\p{N}_])/gu;

/** The code in a text: the text itself, or the one run of 4 to 10 digits in it; `undefined` when none or several are. */
export function codeInText(text: string): string | undefined {
  const [code, ...others] = text.match(RUNS) ?? [];
  return others.length === 0 ? code : undefined;
}

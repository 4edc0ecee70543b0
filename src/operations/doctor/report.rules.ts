/** The result of one check. `none`: there is nothing to check. */
export type Finding =
  | { name: string; verdict: 'good' | 'none'; text: string }
  | { name: string; verdict: 'bad'; text: string; mend: string };

export const good = (name: string, text: string): Finding => ({ name, verdict: 'good', text });
export const none = (name: string, text: string): Finding => ({ name, verdict: 'none', text });
export const bad = (name: string, text: string, mend: string): Finding => ({
  name,
  verdict: 'bad',
  text,
  mend,
});

const MARKS = { good: '✓', bad: '✗', none: '–' } as const;
const NAME_WIDTH = 16;

/** One line, and the fix below it. */
export function lineOf(finding: Finding): string {
  const line = `${MARKS[finding.verdict]} ${finding.name.padEnd(NAME_WIDTH)} ${oneLine(finding.text)}\n`;
  return finding.verdict === 'bad' ? `${line}  ${' '.repeat(NAME_WIDTH)} → ${oneLine(finding.mend)}\n` : line;
}

export function summaryOf(findings: Finding[]): string {
  const amiss = findings.filter(({ verdict }) => verdict === 'bad').length;
  if (amiss === 0) return 'All is well.\n';
  return `${amiss === 1 ? 'One thing needs' : `${amiss} things need`} mending.\n`;
}

/** Text of others may hold control characters. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The message of an error, or of its first inner error: Node tries each address of a host. */
export function wordsOf(error: unknown): string {
  const { message, code, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  const inner = errors?.[0] ?? cause;
  if (inner) return wordsOf(inner);
  return message || code || String(error);
}

/** The host of an address, without user and password. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
}

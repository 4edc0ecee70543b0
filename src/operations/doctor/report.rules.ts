/** The result of one check. `none`: there is nothing to check. */
export type Finding =
  | { name: string; result: 'good' | 'none'; text: string }
  | { name: string; result: 'bad'; text: string; fix: string };

export const good = (name: string, text: string): Finding => ({ name, result: 'good', text });
export const none = (name: string, text: string): Finding => ({ name, result: 'none', text });
export const bad = (name: string, text: string, fix: string): Finding => ({
  name,
  result: 'bad',
  text,
  fix,
});

const MARKS = { good: '✓', bad: '✗', none: '–' } as const;
const NAME_WIDTH = 16;

export function lineOf(finding: Finding): string {
  const line = `${MARKS[finding.result]} ${finding.name.padEnd(NAME_WIDTH)} ${oneLine(finding.text)}\n`;
  return finding.result === 'bad' ? `${line}  ${' '.repeat(NAME_WIDTH)} → ${oneLine(finding.fix)}\n` : line;
}

export function summaryOf(findings: Finding[]): string {
  const problems = findings.filter(({ result }) => result === 'bad').length;
  if (problems === 0) return 'All is well.\n';
  return problems === 1 ? '1 problem to fix.\n' : `${problems} problems to fix.\n`;
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

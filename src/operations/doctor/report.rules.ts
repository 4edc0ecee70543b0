/** The result of one check. `none`: there is nothing to check. */
export type Finding =
  { result: 'good' | 'none'; text: string } | { result: 'bad'; text: string; fix: string };

export const good = (text: string): Finding => ({ result: 'good', text });
export const none = (text: string): Finding => ({ result: 'none', text });
export const bad = (text: string, fix: string): Finding => ({ result: 'bad', text, fix });

/** Takes the finding of the check that is called `name`. */
export type ReportFinding = (name: string, finding: Finding) => void;

const MARKS = { good: '✓', bad: '✗', none: '–' } as const;
const NAME_WIDTH = 16;

export function lineOf(name: string, finding: Finding): string {
  const line = `${MARKS[finding.result]} ${name.padEnd(NAME_WIDTH)} ${oneLine(finding.text)}\n`;
  return finding.result === 'bad' ? `${line}  ${' '.repeat(NAME_WIDTH)} → ${oneLine(finding.fix)}\n` : line;
}

export function summaryOf(findings: Finding[]): string {
  const problems = findings.filter(({ result }) => result === 'bad').length;
  if (problems === 0) return 'All is well.\n';
  return problems === 1 ? '1 problem to fix.\n' : `${problems} problems to fix.\n`;
}

/** Makes one line of a text, which may come from another system and contain control characters. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The message of an error, or of its first inner error: Node tries each address of a host. */
export function errorTextOf(error: unknown): string {
  const { message, code, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  const inner = errors?.[0] ?? cause;
  if (inner) return errorTextOf(inner);
  return message || code || String(error);
}

/** The host of an address, without user and password. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
}

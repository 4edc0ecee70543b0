/** What was found of one thing. `good` works, `bad` needs mending, `none` is not there to be looked at. */
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

/** One line, and below it what to do where that is called for. */
export function lineOf(finding: Finding): string {
  const line = `${MARKS[finding.verdict]} ${finding.name.padEnd(NAME_WIDTH)} ${oneLine(finding.text)}\n`;
  return finding.verdict === 'bad' ? `${line}  ${' '.repeat(NAME_WIDTH)} → ${oneLine(finding.mend)}\n` : line;
}

export function summaryOf(findings: Finding[]): string {
  const amiss = findings.filter(({ verdict }) => verdict === 'bad').length;
  if (amiss === 0) return 'All is well.\n';
  return `${amiss === 1 ? 'One thing needs' : `${amiss} things need`} mending.\n`;
}

/** Others' words may hold anything. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

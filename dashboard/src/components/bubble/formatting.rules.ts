export interface Span {
  text: string;
  mark: 'bold' | 'italic' | 'strike' | 'mono' | null;
}

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'mono' } as const;

/** A formatted text. WhatsApp wants its marks at the edges of words, directly at the text, and on one line. */
const MARKED = /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]*?)(?<=\S)\1(?![\p{L}\p{N}])/gu;

/** Parses WhatsApp formatting. Links are not needed: the service rejects them. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  const plain = (part: string) => part !== '' && spans.push({ text: part, mark: null });
  let end = 0;
  for (const match of text.matchAll(MARKED)) {
    const [whole, mark = '*', inner = ''] = match;
    if (inner === '') continue;
    plain(text.slice(end, match.index));
    spans.push({ text: inner, mark: MARKS[mark as keyof typeof MARKS] });
    end = match.index + whole.length;
  }
  plain(text.slice(end));
  return spans;
}

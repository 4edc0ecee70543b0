export interface Span {
  text: string;
  mark: 'bold' | 'italic' | 'strike' | 'mono' | null;
}

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'mono' } as const;

/** A mark stands at the edge of a word, and close to what it marks, on one line. */
const MARKED = /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]*?)(?<=\S)\1(?![\p{L}\p{N}])/gu;

/** What WhatsApp draws of a text; links there are none, since none is let through. */
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

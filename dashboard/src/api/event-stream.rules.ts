/** One server-sent event, or a comment, whose data is null. */
export interface StreamPart {
  id: string | null;
  data: string | null;
}

/** Joins the chunks of a stream and returns each event once it is complete. */
export class StreamReader {
  private rest = '';

  take(text: string): StreamPart[] {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.map(partOf);
  }
}

function partOf(block: string): StreamPart {
  const lines = block.split('\n');
  const data = valuesOf(lines, 'data');
  return { id: valuesOf(lines, 'id').at(-1) ?? null, data: data.length === 0 ? null : data.join('\n') };
}

const valuesOf = (lines: readonly string[], name: string): string[] =>
  lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart());

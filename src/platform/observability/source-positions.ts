import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** A position in a compiled file, as V8 prints it. */
const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** Maps a stack to source positions. Node's `--enable-source-maps` would load the maps of all modules. */
export function withSourcePositions(stack: string | undefined): string | undefined {
  const maps = new Map<string, SourceMap | undefined>();
  return stack?.replace(PLACE, (place, url: string, line: string, column: string) => {
    if (url.includes('/node_modules/')) return place;
    if (!maps.has(url)) maps.set(url, mapOf(url));
    // Zero-based here, one-based in stacks.
    const origin = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!origin || !('originalSource' in origin)) return place;
    const { originalSource, originalLine, originalColumn } = origin;
    return `${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

/** Undefined if there is no readable map. */
function mapOf(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** A place in a compiled file, as V8 writes it. */
const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/**
 * A stack with its places in our sources. Done for the few that are printed: Node's own `--enable-source-maps` reads
 * the maps of all that is loaded, libraries included, and keeps them.
 */
export function inSources(stack: string | undefined): string | undefined {
  const maps = new Map<string, SourceMap | undefined>();
  return stack?.replace(PLACE, (place, url: string, line: string, column: string) => {
    if (url.includes('/node_modules/')) return place;
    if (!maps.has(url)) maps.set(url, mapOf(url));
    // Counted from zero here, from one in a stack.
    const origin = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!origin || !('originalSource' in origin)) return place;
    const { originalSource, originalLine, originalColumn } = origin;
    return `${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

/** None beside it, or one that cannot be read: the place in what was compiled has to do. */
function mapOf(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/** More entries than a browser sends. */
const ENTRIES_MAX = 32;

/** Whether a request prefers HTML to JSON, as navigations of browsers do. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const weights = new Map<string, number>();
  for (const entry of accept.split(',', ENTRIES_MAX)) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(type, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const weightOf = (...types: string[]) =>
    types.map((type) => weights.get(type)).find((weight) => weight !== undefined) ?? 0;
  return weightOf('text/html', 'text/*', '*/*') > weightOf('application/json', 'application/*', '*/*');
}

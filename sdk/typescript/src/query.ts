/** The query string of the given parameters; without those that are undefined. */
export function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return `?${query.toString()}`;
}

const FIELD = /^[a-z][a-z0-9_]{0,39}$/i;
const FIELDS_MAX = 10;
const ROUTE_MAX = 120;
const CODE_MAX = 50;
/** An IPv6 address that contains an IPv4 one. */
const ADDRESS_MAX = 45;

/** 400 to 429: rejected requests; 500 and above: our faults. The statuses between occur before the key is known. */
export const isRecorded = (status: number): boolean => (status >= 400 && status <= 429) || status >= 500;

/** A field name with so many digits may be a phone. */
const DIGITS = /\d{5}/;

export function fieldsToKeep(fields: readonly string[]): string[] | null {
  const names = fields.filter((field) => FIELD.test(field) && !DIGITS.test(field)).slice(0, FIELDS_MAX);
  return names.length > 0 ? names : null;
}

export const routeToKeep = (method: string, pattern: string): string =>
  `${method} ${pattern}`.slice(0, ROUTE_MAX);
export const codeToKeep = (code: string): string => code.slice(0, CODE_MAX);
export const addressToKeep = (address: string): string => address.slice(0, ADDRESS_MAX);

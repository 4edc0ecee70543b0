import { isIP, isIPv6 } from 'node:net';

export interface ServerAddress {
  /** Without the colon. */
  scheme: string;
  /** A name, or an IP address without brackets. */
  host: string;
  port: number | undefined;
  username: string;
  password: string;
  /** The path without its first slash. */
  path: string;
  /** Names in lower case without `-` and `_`. */
  parameters: ReadonlyMap<string, string>;
}

export interface AddressForm {
  schemes: readonly string[];
  example: string;
  /** Supported query parameters, as documented. */
  parameters: readonly string[];
}

/** Explains a wrong address. Quotes only its parameter names, since the rest may contain a password. */
export class AddressError extends Error {}

const ENCODE = 'percent-encode the password (its @ is %40, / is %2F, ? is %3F, # is %23, % is %25)';
/** Parameter names that may be shown. */
const NAME = /^[A-Za-z][\w.-]{0,39}$/;
const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,252}[A-Za-z0-9.])?$/;

const plainName = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');

/** Parses by WHATWG rules, and rejects text that these would drop or misread. Throws {@link AddressError}. */
export function parseServerAddress(text: string, form: AddressForm): ServerAddress {
  const url = urlOf(text, form);
  const { search, hash, pathname } = url;
  if (hash || text.includes('#') || pathname.includes('@') || search.includes('@'))
    throw new AddressError(`has a #, or an @ after its host: ${ENCODE}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host !== '' && isIP(host) === 0 && !HOST_NAME.test(host))
    throw new AddressError(`has an invalid host name: write it as ${form.example}`);
  if (url.port === '0') throw new AddressError('has port 0: set the port that the server listens on');
  return {
    scheme: url.protocol.slice(0, -1),
    host,
    port: url.port === '' ? undefined : Number(url.port),
    username: decoded(url.username),
    password: decoded(url.password),
    path: decoded(pathname.replace(/^\//, '')),
    parameters: parametersOf(url, form),
  };
}

export const bracketed = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

function urlOf(text: string, form: AddressForm): URL {
  // WHATWG's parser would drop these characters silently.
  if (/\p{Cc}|^\s|\s$/u.test(text))
    throw new AddressError(`must have no line breaks, and no spaces at its start or end: ${ENCODE}`);
  const scheme = form.schemes.find((each) => text.toLowerCase().startsWith(`${each}://`));
  if (scheme === undefined) throw new AddressError(`must be of the form ${form.example}`);
  if (URL.canParse(text)) return new URL(text);
  throw new AddressError(faultOf(text, scheme, form));
}

function faultOf(text: string, scheme: string, { example }: AddressForm): string {
  const rest = text.slice(scheme.length + '://'.length);
  const afterUser = rest.slice(rest.lastIndexOf('@') + 1);
  if (/^([/?]|:\d*([/?]|$)|$)/.test(afterUser)) return `names no host: write it as ${example}`;
  if (rest !== afterUser && URL.canParse(`${scheme}://${afterUser}`)) return `cannot be read: ${ENCODE}`;
  return `has a host or port that cannot be read: write it as ${example}, and ${ENCODE}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new AddressError(`has a % that does not begin a UTF-8 character: ${ENCODE}`);
  }
}

function parametersOf({ searchParams }: URL, { parameters: known }: AddressForm): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of searchParams) {
    const plain = plainName(name);
    const shown = NAME.test(name) ? name : 'one with an unusual name';
    if (!known.some((each) => plainName(each) === plain))
      throw new AddressError(
        `has an unknown parameter, ${shown}: remove it (${known.length > 0 ? `supported: ${known.join(', ')}` : 'none is supported'})`,
      );
    if (value === '') throw new AddressError(`has no value for its parameter ${shown}: give it one`);
    if (found.has(plain)) throw new AddressError(`has its parameter ${shown} twice: remove one`);
    found.set(plain, value);
  }
  return found;
}

const SWITCHES: Record<string, boolean> = {
  '1': true,
  true: true,
  on: true,
  yes: true,
  '0': false,
  false: false,
  off: false,
  no: false,
};

/** The value of a boolean parameter; `undefined` if it is missing. */
export function switchOf({ parameters }: ServerAddress, name: string): boolean | undefined {
  const value = parameters.get(plainName(name));
  if (value === undefined) return undefined;
  const on = SWITCHES[value.toLowerCase()];
  if (on === undefined) throw new AddressError(`must have true or false for its parameter ${name}`);
  return on;
}

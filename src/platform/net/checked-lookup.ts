import { type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** The code of the error for a name that resolves to an address where nothing may go. */
export const NOT_ALLOWED = 'EADDRNOTALLOWED';

/** More than any name has need of; a socket tries them one after another. */
const ADDRESSES_MAX = 8;
const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;

/** All addresses that a name has. */
type Ask = (hostname: string) => Promise<LookupAddress[]>;

/** Asks the network's name servers, beside the thread pool: slow ones of strangers hold up nothing of ours. */
export function newResolver(): Resolver {
  return new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
}

/**
 * The look-up of a socket: it connects to the very addresses that were checked here, so that no second answer can slip
 * in between. A single one that is not allowed refuses them all.
 */
export function checkedLookup(ask: Ask, allows: (address: string) => boolean): LookupFunction {
  const find = async (hostname: string): Promise<LookupAddress[]> => {
    const found = await ask(hostname);
    if (!found.every(({ address }) => allows(address))) throw lookupError(NOT_ALLOWED);
    return found.slice(0, ADDRESSES_MAX);
  };
  // A socket that may choose between the families asks for all addresses: ours always may, by `autoSelectFamily`.
  return (hostname: string, _options: LookupOptions, callback) => {
    find(hostname).then(
      (found) => callback(null, found),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** As the machine itself looks names up, its hosts file and search domains too: for names that its operator gave. */
export const askingSystem: Ask = (hostname) => lookup(hostname, { all: true });

/** Name servers only. Both families; one that is absent or fails leaves the other. */
export function askingServers(resolver: Resolver): Ask {
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0) throw lookupError('ENOTFOUND');
    return found;
  };
}

function lookupError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

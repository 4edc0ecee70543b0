import { type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** The error code for a name with a forbidden address. */
export const NOT_ALLOWED = 'EADDRNOTALLOWED';

/** A socket tries its addresses one after another. */
const ADDRESSES_MAX = 8;
const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;

type Ask = (hostname: string) => Promise<LookupAddress[]>;

/** Queries name servers outside the thread pool, so that slow ones block nothing else. */
export function newResolver(): Resolver {
  return new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
}

/** A look-up for sockets, which connect to exactly these addresses. One forbidden address rejects the name. */
export function checkedLookup(ask: Ask, allows: (address: string) => boolean): LookupFunction {
  const find = async (hostname: string): Promise<LookupAddress[]> => {
    const found = await ask(hostname);
    if (!found.every(({ address }) => allows(address))) throw lookupError(NOT_ALLOWED);
    return found.slice(0, ADDRESSES_MAX);
  };
  // Our sockets use `autoSelectFamily`, which asks for all addresses.
  return (hostname: string, _options: LookupOptions, callback) => {
    find(hostname).then(
      (found) => callback(null, found),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** Resolves like the system, with hosts file and search domains: for names of the operator. */
export const systemLookup: Ask = (hostname) => lookup(hostname, { all: true });

/** Asks name servers only. If one address family fails, the other one's addresses are used. */
export function nameServerLookup(resolver: Resolver): Ask {
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

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What IANA hands out to the public internet; the rest of IPv6 is special or not in use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address, as a resolver or a parsed URL writes it, is a host's on the public internet. Only plain global
 * unicast is: everything with a purpose of its own (private, shared, loopback, link-local, documentation, multicast, an
 * IPv4 address inside an IPv6 one) is not, nor is what reads as no address at all.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

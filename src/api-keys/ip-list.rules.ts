import { BlockList, type IPVersion, isIP } from 'node:net';

/** A list of addresses (`203.0.113.7`) and CIDR ranges (`10.0.0.0/8`, `2001:db8::/32`), as owners of keys write it. */

/** True for an address or a range of addresses, without a zone. */
export function isIpOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** Whether `address` is in the list. An IPv4 address and its IPv6-mapped form (`::ffff:10.0.0.1`) are the same. */
export function includesIp(list: readonly string[], address: string): boolean {
  const bare = address.split('%', 1)[0] ?? '';
  if (isIP(bare) === 0) return false;
  const ranges = new BlockList();
  for (const entry of list) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) ranges.addAddress(network, versionOf(network));
    else ranges.addSubnet(network, Number(prefix), versionOf(network));
  }
  return ranges.check(bare, versionOf(bare));
}

const versionOf = (address: string): IPVersion => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

import { isIPv6 } from 'node:net';

/**
 * What an address counts as under a cap: itself, and for IPv6 its /64, which is the least that one subscriber gets, so
 * that nobody has 2^64 caps. An IPv4 address in its IPv6 form is the IPv4 address.
 */
export function addressKey(address: string): string {
  const plain = address.split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address; URL writes a dotted end as two of them, and `::` only once. */
function groupsOf(address: string): number[] {
  const [front = [], back] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => parseInt(group, 16))));
  if (!back) return front;
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

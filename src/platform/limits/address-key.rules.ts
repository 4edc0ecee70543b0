import { isIPv6 } from 'node:net';

/**
 * The key that limits use for an address: for IPv6 its /64, which one subscriber gets at least; IPv4-mapped addresses
 * as IPv4.
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

/** The eight groups; URL normalizes dotted ends and `::`. */
function groupsOf(address: string): number[] {
  const [front = [], back] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => parseInt(group, 16))));
  if (!back) return front;
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

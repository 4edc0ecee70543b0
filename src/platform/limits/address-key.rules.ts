import { isIPv6 } from 'node:net';

/** The key of an address in limits. For IPv6 it is the /64: a subscriber has at least such a network. */
export function addressKey(address: string): string {
  const parts = partsOf(address);
  return typeof parts === 'string' ? parts : `${prefixOfGroups(parts, 4)}::/64`;
}

/** The key of an address's network: the /24 of IPv4, the /48 of IPv6. */
export function networkKey(address: string): string {
  const parts = partsOf(address);
  return typeof parts === 'string'
    ? `${parts.split('.').slice(0, 3).join('.')}.0/24`
    : `${prefixOfGroups(parts, 3)}::/48`;
}

const prefixOfGroups = (groups: readonly number[], count: number): string =>
  groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':');

/** The groups of an IPv6 address, or an IPv4 address as it is written. */
function partsOf(address: string): number[] | string {
  const plain = address.split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return groups;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
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

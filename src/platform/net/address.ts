import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Metadata services of clouds, which give out credentials. Link-local ones such as 169.254.169.254 are rejected anyway.
 * deploy/kubernetes excludes the same addresses.
 */
export const METADATA_ADDRESSES = [
  '100.100.100.200', // Alibaba Cloud
  '168.63.129.16', // Azure
  '192.0.0.192', // Oracle Cloud
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS, pods of EKS
  'fd20:ce::254', // Google Cloud
  'fd00:c1::a9fe:a9fe', // Oracle Cloud
  'fd00:42::42', // Scaleway
];
const METADATA = METADATA_ADDRESSES.map((address) => ipaddr.parse(address).toString());

/** Global unicast addresses that IANA assigns. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a text is a plain global unicast address. False for private, shared, loopback, link-local, documentation,
 * multicast, embedded IPv4 and metadata addresses.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || METADATA.includes(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

/** The canonical form of an address: no port, brackets or zone; mapped IPv4 as IPv4. `undefined`: no address. */
export function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const [address = ''] = bare.split('%', 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

export function isLoopbackHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (isIP(name) === 0) return name === 'localhost' || name.endsWith('.localhost');
  return ipaddr.process(name).range() === 'loopback';
}

const NOT_A_GATEWAYS: readonly string[] = ['linkLocal', 'multicast', 'broadcast'];

/**
 * Whether a gateway may have this address: any, even a private one, except link-local, multicast, broadcast and
 * metadata addresses.
 */
export function isGatewayAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return [parsed, ...insideOf(parsed)].every(
    (each) => !NOT_A_GATEWAYS.includes(each.range()) && !METADATA.includes(each.toString()),
  );
}

/** IPv6 prefixes that contain an IPv4 address, and its position. */
const AROUND_IPV4 = [
  ['::/96', 12],
  ['::ffff:0:0/96', 12],
  ['::ffff:0:0:0/96', 12],
  ['64:ff9b::/96', 12],
  ['64:ff9b:1::/48', 12],
  ['2002::/16', 2],
] as const;
const FORMS = AROUND_IPV4.map(([form, from]) => ({ form: ipaddr.IPv6.parseCIDR(form), from }));

function insideOf(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const bytes = address.toByteArray();
  return FORMS.filter(({ form }) => address.match(form)).map(
    ({ from }) => new ipaddr.IPv4(bytes.slice(from, from + 4)),
  );
}

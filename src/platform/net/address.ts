import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Where clouds give credentials of the machine to anyone who asks from inside, beside the link-local addresses
 * (169.254.169.254 and others). deploy/kubernetes excludes the same.
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

/** What IANA hands out to the public internet; the rest of IPv6 is special or not in use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address, as a resolver or a parsed URL writes it, is a host's on the public internet. Only plain global
 * unicast is: everything with a purpose of its own (private, shared, loopback, link-local, documentation, multicast, an
 * IPv4 address inside an IPv6 one, a cloud's metadata) is not, nor is what reads as no address at all.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || METADATA.includes(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

/**
 * An address in the one form that it has everywhere (limits, lists, logs): without the port and brackets that some proxies
 * write and without a zone, IPv4 in IPv6 as the IPv4 that it is. `undefined` for what is no address.
 */
export function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const [address = ''] = bare.split('%', 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/** Whether a host, as a setting or a parsed URL writes it, is this machine itself. */
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
 * Whether a gateway may be at an address, as a resolver or a parsed URL writes it. Loopback and private ones are where
 * gateways are; link-local and multicast ones are nobody's, and those of metadata are no gateway's.
 */
export function isGatewayAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return [parsed, ...insideOf(parsed)].every(
    (each) => !NOT_A_GATEWAYS.includes(each.range()) && !METADATA.includes(each.toString()),
  );
}

/** Of the forms that lead to an IPv4 address: where its four bytes stand. */
const AROUND_IPV4 = [
  ['::/96', 12],
  ['::ffff:0:0/96', 12],
  ['::ffff:0:0:0/96', 12],
  ['64:ff9b::/96', 12],
  ['64:ff9b:1::/48', 12],
  ['2002::/16', 2],
] as const;
const FORMS = AROUND_IPV4.map(([form, from]) => ({ form: ipaddr.IPv6.parseCIDR(form), from }));

/** The IPv4 addresses inside an IPv6 one. */
function insideOf(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const bytes = address.toByteArray();
  return FORMS.filter(({ form }) => address.match(form)).map(
    ({ from }) => new ipaddr.IPv4(bytes.slice(from, from + 4)),
  );
}

import { describe, expect, it } from 'vitest';
import {
  isGatewayAddress,
  isLoopbackHost,
  isPublicAddress,
  METADATA_ADDRESSES,
  plainAddress,
} from './address.js';

describe('an address of the public internet', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '103.10.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '192.167.255.255',
  ])('IPv4 %s', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(['2606:4700:4700::1111', '2001:4860:4860::8888', '2400:cb00::1', '2a00:1450::1'])(
    'IPv6 %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('an address where a cloud keeps its metadata', () => {
  it.each([...METADATA_ADDRESSES, '169.254.169.254', '169.254.170.2', 'fe80::a9fe:a9fe'])(
    'is no webhook’s and no gateway’s: %s',
    (address) => expect([isPublicAddress(address), isGatewayAddress(address)]).toEqual([false, false]),
  );
});

describe('an IPv4 address where no webhook goes', () => {
  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback, its far end', '127.255.255.254'],
    ['private 10/8', '10.0.0.1'],
    ['private 172.16/12', '172.16.0.1'],
    ['private 172.16/12, its far end', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT, its far end', '100.127.255.255'],
    ['link-local', '169.254.1.1'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata behind carrier-grade NAT', '100.100.100.200'],
    ['IETF protocols', '192.0.0.192'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks, their far end', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
  ])('%s', (_what, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('an IPv6 address where no webhook goes', () => {
  it.each([
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-compatible, dotted', '::127.0.0.1'],
    ['IPv4-compatible, of a public address', '::808:808'],
    ['IPv4-mapped', '::ffff:7f00:1'],
    ['IPv4-mapped, dotted', '::ffff:169.254.169.254'],
    ['IPv4-mapped, written out', '0:0:0:0:0:ffff:0a00:0001'],
    ['IPv4-mapped, of a public address', '::ffff:8.8.8.8'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a network of its own', '64:ff9b:1::a00:1'],
    ['discard', '100::1'],
    ['dummy', '100:0:0:1::1'],
    ['Teredo', '2001::1'],
    ['benchmarks', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation, the newer', '3fff::1'],
    ['6to4 around a private address', '2002:a00:1::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fc00::1'],
    ['cloud metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['not handed out, below', '1::1'],
    ['not handed out, above', '4000::1'],
  ])('%s', (_what, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('what no resolver would write', () => {
  it.each([
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '8.8.8.8.',
    '[2606:4700::1]',
    '8.8.8',
  ])('"%s" is no public address', (text) => expect(isPublicAddress(text)).toBe(false));
});

describe('an address where a gateway may be', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '8.8.8.8',
    '::1',
    'fd12::1',
    '2606:4700::1111',
    '::ffff:127.0.0.1',
    '64:ff9b::808:808',
  ])('%s', (address) => expect(isGatewayAddress(address)).toBe(true));
});

describe('an address where no gateway is', () => {
  it.each([
    ['link-local', '169.254.1.1'],
    ['cloud metadata', '169.254.169.254'],
    ['metadata of containers', '169.254.170.2'],
    ['metadata behind carrier-grade NAT', '100.100.100.200'],
    ["the platform's own address", '168.63.129.16'],
    ['metadata among the IETF protocols', '192.0.0.192'],
    ['multicast', '224.0.0.1'],
    ['multicast, its far end', '239.255.255.255'],
    ['broadcast', '255.255.255.255'],
    ['link-local IPv6', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['multicast IPv6', 'ff02::1'],
    ['metadata by IPv6', 'fd00:ec2::254'],
    ['metadata by IPv6, of another cloud', 'fd20:ce::254'],
    ['IPv4-mapped', '::ffff:a9fe:a9fe'],
    ['IPv4-mapped, dotted', '::ffff:169.254.169.254'],
    ['IPv4-mapped multicast', '::ffff:224.0.0.1'],
    ['IPv4-compatible', '::169.254.169.254'],
    ['IPv4-translated', '::ffff:0:169.254.169.254'],
    ['NAT64', '64:ff9b::a9fe:a9fe'],
    ['NAT64 of a network of its own', '64:ff9b:1::a9fe:a9fe'],
    ['6to4', '2002:a9fe:a9fe::1'],
    ['no address at all', 'localhost'],
  ])('%s', (_what, address) => expect(isGatewayAddress(address)).toBe(false));
});

describe('an address as a proxy or a socket writes it', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
    ['[2001:DB8::1]:51234', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['127.0.0.1', '127.0.0.1'],
  ])('%s is %s', (text, plain) => expect(plainAddress(text)).toBe(plain));

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.7:',
    '203.0.113.7:http',
    '010.0.0.1',
    '0x7f.1',
    '2130706433',
    '2001:db8::1::2',
    '[2001:db8::1',
    '[203.0.113.7',
    'for=203.0.113.7',
    '"203.0.113.7"',
    '203.0.113.7 203.0.113.8',
  ])('%j is none', (text) => expect(plainAddress(text)).toBeUndefined());
});

describe('a host of this machine alone', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1'])(
    '%s',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', 'localhost.example.com', 'sandi', ''])('is not %j', (host) =>
    expect(isLoopbackHost(host)).toBe(false),
  );
});

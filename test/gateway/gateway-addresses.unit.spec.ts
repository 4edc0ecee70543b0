import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Config } from '../../src/config/index.js';
import { GatewayHttp } from '../../src/gateway/gateway-http.js';
import { nameServerLookup } from '../../src/platform/net/checked-lookup.js';
import { startDnsServer, type Zone } from '../webhook/dns-server.js';
import { ending } from './support.js';

/** Counts who comes to loopback, where a name may lead at its second answer. */
async function start(zone: Zone) {
  const dns = await startDnsServer(zone);
  ending(() => dns.close());
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const gateway = new GatewayHttp(new Config(), nameServerLookup(dns.resolver));
  ending(() => gateway.onApplicationShutdown());
  const call = (method: 'GET' | 'POST', host: string) =>
    gateway.call(
      { method, url: `http://${host}:${port}/send`, headers: { authorization: 'Bearer secret' }, body: '{}' },
      AbortSignal.timeout(2500),
    );
  return { call, connections: () => connections };
}

const METHODS = ['GET', 'POST'] as const;

describe.each(METHODS)('a %s to a gateway', (method) => {
  it('goes to a name that leads to loopback', async () => {
    const { call, connections } = await start((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
    expect(await call(method, 'gateway.internal')).toMatchObject({ kind: 'answer', status: 200 });
    expect(connections()).toBe(1);
  });

  it.each([
    ['metadata', 'A', ['169.254.169.254']],
    ['link-local', 'AAAA', ['fe80::1']],
    ['multicast', 'A', ['224.0.0.1']],
    ['metadata inside IPv6', 'AAAA', ['::ffff:a9fe:a9fe']],
    ['metadata beside an honest address', 'A', ['127.0.0.1', '169.254.169.254']],
  ] as const)('does not go where a name leads to %s', async (_what, type, addresses) => {
    const { call, connections } = await start((_name, asked) => (asked === type ? [...addresses] : []));
    expect(await call(method, 'gateway.internal')).toEqual({
      kind: 'unsent',
      reason: 'gateway not reached (EADDRNOTALLOWED)',
      fault: 'unreachable',
    });
    expect(connections()).toBe(0);
  });

  it.each(['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]', '224.0.0.1', '2852039166'])(
    'does not go to %s, however it came to be saved',
    async (host) => {
      const { call } = await start(() => []);
      expect(await call(method, host)).toEqual({
        kind: 'unsent',
        reason: 'gateway not reached (address not allowed)',
        fault: 'unreachable',
      });
    },
  );
});

import 'reflect-metadata';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Config } from '../../src/config/index.js';
import { Destinations } from '../../src/webhook/destinations.js';
import { WebhookClient } from '../../src/webhook/webhook-client.js';
import { startDnsServer, type Zone } from './dns-server.js';

const CANARY = '127.0.0.1';
/** Stands for an address of the internet: this test stays on the machine. */
const PUBLIC = '127.0.0.2';

let port: number;
let touched: Record<string, number>;
const servers = [CANARY, PUBLIC].map((host) => ({ host, server: createServer() }));

class OneNeighbour extends Destinations {
  override allowsAddress(address: string): boolean {
    return address === PUBLIC;
  }
}

beforeAll(async () => {
  for (const { host, server } of servers) {
    server.on('connection', (socket) => {
      touched[host] = (touched[host] ?? 0) + 1;
      socket.destroy();
    });
    server.listen(port ?? 0, host);
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }
});
afterAll(() => servers.forEach(({ server }) => server.close()));
beforeEach(() => {
  touched = {};
});

async function start(zone: Zone, Rule: typeof Destinations = OneNeighbour) {
  const dns = await startDnsServer(zone);
  onTestFinished(dns.close);
  const config = Object.assign(new Config(), { HOST: '0.0.0.0', WEBHOOK_PORTS: String(port) });
  const client = new WebhookClient(new Rule(config), dns.resolver);
  const post = (host: string) => client.post(`https://${host}:${port}/hook`, {}, '{}', 3000);
  return { dns, post };
}

const only =
  (type: string, ...addresses: string[]): Zone =>
  (_name, asked) =>
    asked === type ? addresses : [];

describe('a name whose addresses are public', () => {
  it('is called', async () => {
    const { post } = await start(only('A', PUBLIC));
    await post('hooks.example.com');
    expect(touched).toEqual({ [PUBLIC]: 1 });
  });
});

describe('a name that leads into this network', () => {
  it.each([
    ['its only address', only('A', CANARY)],
    ['the first of several', only('A', CANARY, PUBLIC)],
    ['the last of many', only('A', ...Array<string>(20).fill(PUBLIC), CANARY)],
    ['IPv6 beside a public IPv4', (_name, type) => (type === 'A' ? [PUBLIC] : ['::1'])],
    ['an IPv4 address inside IPv6', only('AAAA', '::ffff:127.0.0.1')],
  ] satisfies [string, Zone][])('is not called: %s', async (_what, zone) => {
    const { post } = await start(zone);
    expect(await post('hooks.example.com')).toMatchObject({ kind: 'failed', reason: 'address not allowed' });
    expect(touched).toEqual({});
  });

  it('is not called by the rule of production', async () => {
    const { post } = await start(only('A', CANARY), Destinations);
    expect(await post('hooks.example.com')).toMatchObject({ kind: 'failed', reason: 'address not allowed' });
    expect(touched).toEqual({});
  });
});

describe('a name server that changes its answer at every query', () => {
  it('leads no call to the private address, whichever comes first', async () => {
    let asked = 0;
    const { dns, post } = await start((_name, type) =>
      type === 'A' ? [asked++ % 2 === 0 ? PUBLIC : CANARY] : [],
    );
    const outcomes: unknown[] = [];
    for (let call = 0; call < 6; call++) outcomes.push(await post('rebind.example.com'));
    const refused = expect.objectContaining({ kind: 'failed', reason: 'address not allowed' }) as unknown;
    expect([outcomes[1], outcomes[3], outcomes[5]]).toEqual([refused, refused, refused]);
    expect(touched).toEqual({ [PUBLIC]: 3 });
    // What was checked is what was called: the name was asked for once a call.
    expect(dns.queries.filter((query) => query === 'A rebind.example.com')).toHaveLength(6);
  });
});

describe('an address in place of a name', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'localhost.',
  ])('is not called, though no look-up would stop it: %s', async (host) => {
    const { dns, post } = await start(() => [CANARY], Destinations);
    expect(await post(host)).toMatchObject({ kind: 'failed', reason: 'address not allowed' });
    expect(touched).toEqual({});
    expect(dns.queries).toEqual([]);
  });
});

describe('a name without an address', () => {
  it('says so, and no more', async () => {
    const { post } = await start(() => []);
    expect(await post('hooks.example.com')).toMatchObject({ kind: 'failed', reason: 'name not found' });
  });
});

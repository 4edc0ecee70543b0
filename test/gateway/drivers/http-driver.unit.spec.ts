import { setImmediate as oneTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../../simulator/gateway.js';
import { Config } from '../../../src/config/index.js';
import { httpDriver } from '../../../src/gateway/drivers/http.driver.js';
import {
  closedPort,
  deviceAt,
  ending,
  fakeGateway,
  gatewayHttp,
  json,
  message,
  rawServer,
  TOKEN,
  within,
} from '../support.js';

async function simulator(options: SimulatorOptions = {}) {
  const running = await startSimulator({ switches: { timeline: 'none' }, token: TOKEN, ...options });
  ending(() => running.close());
  return running;
}

describe('a send through the native driver', () => {
  it('says who, what and under which reference, and takes the id', async () => {
    const gateway = await fakeGateway(json(202, { id: '3EB0AABB' }));
    const outcome = await httpDriver.send(deviceAt(gateway.url), message('otp_1'), within(2000));
    expect(outcome).toEqual({ kind: 'accepted', id: '3EB0AABB' });
    expect(gateway.requests).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/messages',
        body: JSON.stringify({
          to: '6281234567890',
          text: '482910 adalah kode OTP Toko.',
          reference: 'otp_1',
        }),
        headers: expect.objectContaining({
          authorization: `Bearer ${TOKEN}`,
          'idempotency-key': 'otp_1',
          'content-type': 'application/json',
        }) as object,
      }),
    ]);
  });

  it('keeps a path in the base address', async () => {
    const gateway = await fakeGateway(json(200, { id: 'x' }));
    await httpDriver.send(deviceAt(`${gateway.url}/wa/v1`), message(), within(2000));
    expect(gateway.requests[0]?.path).toBe('/wa/v1/messages');
  });

  it('uses one connection for sends that follow each other', async () => {
    const gateway = await fakeGateway(json(200, { id: 'x' }));
    const device = deviceAt(gateway.url);
    for (let i = 0; i < 5; i++) {
      await httpDriver.send(device, message(), within(2000));
      // Until it is known that the gateway keeps it open.
      await oneTurn();
    }
    expect([gateway.requests.length, gateway.connections]).toEqual([5, 1]);
  });

  it('opens no more connections than it may, and lets the others wait for one', async () => {
    const gateway = await fakeGateway((response) => setTimeout(() => json(200, { id: 'x' })(response), 30));
    const http = gatewayHttp(Object.assign(new Config(), { GATEWAY_SOCKETS_MAX: 2 }));
    const device = deviceAt(gateway.url, TOKEN, {}, http);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => httpDriver.send(device, message(), within(5000))),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(8).fill('accepted'));
    expect(gateway.connections).toBeLessThanOrEqual(2);
  });
});

describe('refused, since provably not sent:', () => {
  it('a readable error of the gateway, in words that carry no code, phone or token', async () => {
    const words = `no 6281234567890 for "482910" with ${TOKEN}`;
    const gateway = await fakeGateway(json(400, { error: words }));
    expect(await httpDriver.send(deviceAt(gateway.url), message(), within(2000))).toMatchObject({
      kind: 'refused',
      reason: 'no **** for "****" with ****',
      retryElsewhere: true,
    });
  });

  it('nobody listens', async () => {
    const address = await closedPort();
    expect(await httpDriver.send(deviceAt(`http://${address}`), message(), within(2000))).toEqual({
      kind: 'refused',
      reason: 'gateway not reached (ECONNREFUSED)',
      retryElsewhere: true,
      fault: 'unreachable',
    });
  });

  it('the name does not resolve', async () => {
    const outcome = await httpDriver.send(deviceAt('http://gateway.invalid'), message(), within(5000));
    expect(outcome).toMatchObject({ kind: 'refused', fault: 'unreachable' });
  });

  it('the other side speaks no TLS', async () => {
    const seen: Buffer[] = [];
    const address = await rawServer((socket) =>
      socket.on('data', (data) => {
        seen.push(data);
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      }),
    );
    const outcome = await httpDriver.send(deviceAt(`https://${address}`), message(), within(3000));
    expect(outcome).toMatchObject({ kind: 'refused', fault: 'unreachable', retryElsewhere: true });
    expect(Buffer.concat(seen).includes('482910')).toBe(false);
  });

  it.each(['reset', 'silence'])('the TLS handshake ends in %s', async (ending) => {
    const address = await rawServer((socket) => {
      if (ending === 'reset') socket.once('data', () => socket.resetAndDestroy());
    });
    const outcome = await httpDriver.send(deviceAt(`https://${address}`), message(), within(300));
    expect(outcome).toMatchObject({ kind: 'refused', fault: 'unreachable' });
  });

  it('it never got a connection of its own', async () => {
    const gateway = await fakeGateway(() => undefined);
    const http = gatewayHttp(Object.assign(new Config(), { GATEWAY_SOCKETS_MAX: 1 }));
    const device = deviceAt(gateway.url, TOKEN, {}, http);
    const holding = httpDriver.send(device, message('first'), within(400));
    await expect.poll(() => gateway.requests.length).toBe(1);
    expect(await httpDriver.send(device, message('second'), within(100))).toEqual({
      kind: 'refused',
      reason: 'no free connection to the gateway',
      retryElsewhere: true,
      fault: 'busy',
    });
    expect(await holding).toMatchObject({ kind: 'unknown' });
    // The connection is free again: what was given up must not be sent after all.
    await httpDriver.send(device, message('third'), within(100));
    const references = gateway.requests.map(({ headers }) => headers['idempotency-key']);
    expect(references).toEqual(['first', 'third']);
    expect(gateway.connections).toBe(2);
  });

  it('the time was over before it began', async () => {
    const gateway = await fakeGateway(json(200, { id: 'x' }));
    const outcome = await httpDriver.send(deviceAt(gateway.url), message(), AbortSignal.abort());
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(gateway.requests).toEqual([]);
  });
});

describe('unknown, since it may have been sent:', () => {
  it.each(['before', 'after'] as const)(
    'the connection is cut %s the message was taken',
    async (dropAnswer) => {
      const gateway = await simulator();
      gateway.behave({ dropAnswer });
      const outcome = await httpDriver.send(deviceAt(gateway.url), message(), within(2000));
      expect(outcome).toEqual({
        kind: 'unknown',
        reason: 'no whole answer from the gateway (ECONNRESET)',
        failureReason: 'gateway_fault',
      });
    },
  );

  it.each(['error', 'no-id', 'garbage'] as const)('the answer is %s', async (unreadable) => {
    const gateway = await simulator();
    gateway.behave({ unreadable });
    const outcome = await httpDriver.send(deviceAt(gateway.url), message(), within(2000));
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(gateway.accepted).toHaveLength(1);
  });

  it('no answer in time, and the deadline is kept', async () => {
    const gateway = await simulator();
    gateway.behave({ answerDelayMs: 60_000 });
    const began = performance.now();
    expect(await httpDriver.send(deviceAt(gateway.url), message(), within(200))).toEqual({
      kind: 'unknown',
      reason: 'no answer from the gateway in time',
      failureReason: 'gateway_timeout',
    });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('the answer drips until the deadline', async () => {
    const gateway = await fakeGateway((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
    });
    expect(await httpDriver.send(deviceAt(gateway.url), message(), within(200))).toMatchObject({
      kind: 'unknown',
    });
  });

  it('the answer ends before its length', async () => {
    const address = await rawServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{"id":"x"}')),
    );
    expect(await httpDriver.send(deviceAt(`http://${address}`), message(), within(2000))).toMatchObject({
      kind: 'unknown',
    });
  });

  it('the answer is no HTTP', async () => {
    const address = await rawServer((socket) => socket.once('data', () => socket.end('{"id":"x"}\r\n')));
    expect(await httpDriver.send(deviceAt(`http://${address}`), message(), within(2000))).toMatchObject({
      kind: 'unknown',
    });
  });

  it('the answer is too large', async () => {
    const gateway = await fakeGateway(json(200, { id: 'x', padding: 'x'.repeat(70_000) }));
    expect(await httpDriver.send(deviceAt(gateway.url), message(), within(2000))).toMatchObject({
      kind: 'unknown',
    });
  });

  it('a redirect, which is not followed', async () => {
    const target = await fakeGateway(json(200, { id: 'x' }));
    const gateway = await fakeGateway((response) =>
      response.writeHead(307, { location: `${target.url}/messages` }).end(),
    );
    expect(await httpDriver.send(deviceAt(gateway.url), message(), within(2000))).toMatchObject({
      kind: 'unknown',
    });
    expect(target.requests).toEqual([]);
  });

  it('a kept connection is cut just as it is used again', async () => {
    let taken = 0;
    const address = await rawServer((socket) =>
      socket.on('data', () => {
        taken++;
        if (taken === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"id":"x"}');
        else socket.resetAndDestroy();
      }),
    );
    const device = deviceAt(`http://${address}`);
    expect(await httpDriver.send(device, message(), within(2000))).toMatchObject({
      kind: 'accepted',
    });
    const outcome = await httpDriver.send(device, message(), within(2000));
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(taken).toBe(2);
  });
});

describe('the environment', () => {
  it('cannot put a proxy between us and a gateway', async () => {
    const proxy = await fakeGateway(json(200, { id: 'from-the-proxy' }));
    const gateway = await fakeGateway(json(200, { id: 'x' }));
    const before = process.env['HTTP_PROXY'];
    process.env['HTTP_PROXY'] = proxy.url;
    try {
      const outcome = await httpDriver.send(deviceAt(gateway.url), message(), within(2000));
      expect(outcome).toEqual({ kind: 'accepted', id: 'x' });
    } finally {
      if (before === undefined) delete process.env['HTTP_PROXY'];
      else process.env['HTTP_PROXY'] = before;
    }
    expect(proxy.requests).toEqual([]);
  });
});

describe('a look-up by reference', () => {
  it('finds what was taken, and tells what never was', async () => {
    const gateway = await simulator();
    const device = deviceAt(gateway.url);
    const taken = await httpDriver.send(device, message('otp_seen'), within(2000));
    expect(await httpDriver.lookup(device, 'otp_seen', within(2000))).toEqual({
      kind: 'found',
      id: taken.kind === 'accepted' ? taken.id : '',
      status: 'sent',
      error: null,
      failureReason: null,
    });
    expect(await httpDriver.lookup(device, 'otp_unseen', within(2000))).toEqual({
      kind: 'never_accepted',
    });
  });

  it('knows nothing when the gateway cannot say', async () => {
    const gateway = await simulator();
    gateway.behave({ lookup: 'unavailable' });
    for (const url of [gateway.url, `http://${await closedPort()}`])
      expect(await httpDriver.lookup(deviceAt(url), 'otp_1', within(2000))).toMatchObject({
        kind: 'unknown',
      });
  });

  it('scrubs the error of a failed message', async () => {
    const gateway = await fakeGateway(json(200, { id: 'x', status: 'failed', error: 'no 081234567890' }));
    expect(await httpDriver.lookup(deviceAt(gateway.url), 'r', within(2000))).toMatchObject({
      status: 'failed',
      error: 'no ****',
      failureReason: 'unknown',
    });
  });
});

describe('the health of a device', () => {
  const healthAt = (url: string, token?: string) => httpDriver.health(deviceAt(url, token), within(500));

  it('is its gateway’s word', async () => {
    const gateway = await simulator();
    expect(await healthAt(gateway.url)).toEqual({
      connection: 'connected',
      detail: null,
      number: '6281100000001',
    });
    gateway.behave({ disconnected: true });
    expect(await healthAt(gateway.url)).toEqual({ connection: 'disconnected', detail: null });
  });

  it('is unreachable where no connection is made, and unclear where nothing readable is said', async () => {
    const gateway = await simulator();
    const silent = await fakeGateway(() => undefined);
    const other = await fakeGateway(json(404, { message: 'Not Found' }));
    expect((await healthAt(`http://${await closedPort()}`)).connection).toBe('unreachable');
    expect((await healthAt(silent.url)).connection).toBe('unclear');
    expect((await healthAt(other.url)).connection).toBe('unclear');
    expect(await healthAt(gateway.url, 'another-token')).toEqual({
      connection: 'unclear',
      detail: 'the gateway answered 401: wrong or no token',
    });
  });
});

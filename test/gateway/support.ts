import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { Config } from '../../src/config/index.js';
import type { DeviceAccess, OutgoingMessage } from '../../src/gateway/driver.js';
import { GatewayHttp } from '../../src/gateway/gateway-http.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import { Secret } from '../../src/platform/text/secret.js';
import { quietPort } from '../support/services/quiet-port.js';

export const TOKEN = 'device-token-0001';

const endings: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Ends what a test started, after it. */
export function ending(end: () => void | Promise<void>): void {
  endings.push(end);
}

export interface FakeGateway {
  url: string;
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  /** TCP connections that were made. */
  connections: number;
}

/** A gateway that answers as the test says, once it has read the request. */
export async function fakeGateway(
  answer: (response: ServerResponse, request: FakeGateway['requests'][number]) => void,
): Promise<FakeGateway> {
  const gateway: FakeGateway = { url: '', requests: [], connections: 0 };
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      gateway.requests.push(seen);
      answer(response, seen);
    });
  });
  server.on('connection', () => gateway.connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ending(() => {
    server.close();
    server.closeAllConnections();
  });
  return gateway;
}

export const json = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** A listener below HTTP. */
export async function rawServer(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ending(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address where nobody listens. */
export const closedPort = async (): Promise<string> => `127.0.0.1:${await quietPort()}`;

/** The HTTP that drivers call gateways with, as the app sets it up. */
export function gatewayHttp(config = new Config()): GatewayHttp {
  const http = new GatewayHttp(config);
  ending(() => http.onApplicationShutdown());
  return http;
}

export const deviceAt = (
  baseUrl: string,
  token = TOKEN,
  settings: Record<string, string> = {},
  http = gatewayHttp(),
): DeviceAccess => ({
  http,
  baseUrl,
  token: new Secret(token),
  settings,
  callbackUrl: 'https://otp.example.com/api/webhook/gateway/1?key=0f5e2b7c',
});

let serial = 0;

/** As the dispatcher takes it and as a driver does. */
export function message(
  reference = `otp_test_${++serial}`,
): OutgoingMessage & { brand: string; recipient: readonly [string] } {
  const phone = Phone.parse('081234567890');
  if (!phone) throw new Error('no phone');
  const text = new Secret('482910 adalah kode OTP Toko.');
  const recipient = ['a'.repeat(64)] as const;
  return {
    reference,
    phone,
    recipient,
    code: new Secret('482910'),
    brand: 'Toko',
    text,
    language: 'id',
  };
}

export const within = (ms: number): AbortSignal => AbortSignal.timeout(ms);

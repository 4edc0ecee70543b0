import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isCi, locate } from '../support/services/find-program.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { makeCertificate } from './support/certificate.js';
import { type Language, LANGUAGES, Sdk } from './support/languages.js';

/** Of a credit and of a check alike. */
const CREDIT = { credit_balance: 1, valid: true };
const OVERLOADED = { success: false, code: 'overloaded', message: 'Sibuk.' };
const CLIENTS = LANGUAGES.filter(({ name }) => ['PHP', 'Python', 'Python, asyncio'].includes(name));

describe.each(CLIENTS)('the SDK in $name', (language) => {
  it('keeps its connection for the next request', async () => {
    const ports: (number | undefined)[] = [];
    const url = await listening((request, response) => {
      ports.push(request.socket.remotePort);
      answer(response, ports.length < 3 ? 503 : 200);
    });
    expect((await credit(language, url)).value).toEqual(CREDIT);
    expect(ports).toHaveLength(3);
    expect(new Set(ports).size).toBe(1);
  });

  it('but not one that the server closes, and none for what may not be sent twice', async () => {
    const ports: (number | undefined)[] = [];
    const url = await listening((request, response) => {
      ports.push(request.socket.remotePort);
      if (request.method === 'GET') response.setHeader('connection', 'close');
      answer(response, ports.length % 2 === 1 ? 503 : 200);
    });
    expect((await credit(language, url)).value).toEqual(CREDIT);
    const args = { phone: '081234567890', otp_code: '482913' };
    await callOf(language, url, 'check', args);
    expect(ports).toHaveLength(4);
    expect(new Set(ports).size).toBe(4);
  });

  it('sends plain requests to the proxy of the environment, except to what is not to take it', async () => {
    const seen: IncomingMessage[] = [];
    const proxy = await listening((request, response) => {
      seen.push(request);
      answer(response, 200);
    });
    const env = { ...language.env, http_proxy: proxy.replace('://', '://user:geheim@') };
    const through = await credit({ ...language, env }, 'http://otp.example.test:8080/sandi');
    expect(through.value).toEqual(CREDIT);
    expect(seen.map(({ url }) => url)).toEqual(['http://otp.example.test:8080/sandi/api/otp/credit']);
    expect(seen[0]?.headers).toMatchObject({
      host: 'otp.example.test:8080',
      'proxy-authorization': `Basic ${Buffer.from('user:geheim').toString('base64')}`,
    });
    const direct = await listening((_, response) => answer(response, 200));
    const told = await credit({ ...language, env: { ...env, NO_PROXY: 'other.test,127.0.0.1' } }, direct);
    expect(told.value).toEqual(CREDIT);
    expect(seen).toHaveLength(1);
  });

  it.skipIf(!locate('openssl') && !isCi())('sends encrypted ones through its tunnel', async () => {
    const folder = temporaryFolder('sdk-proxy');
    onTestFinished(() => folder.remove());
    const { key, cert, file } = makeCertificate(folder.path);
    const port = await portOf(createSecureServer({ key, cert }, (_, response) => answer(response, 200)));
    const tunnels: (string | undefined)[] = [];
    const refusing = new Set<string>();
    const proxy = createServer();
    proxy.on('connect', (request: IncomingMessage, client) => {
      tunnels.push(request.url);
      expect(request.headers.authorization).toBeUndefined();
      if (refusing.size > 0) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      const origin = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
      origin.on('error', () => client.destroy()).pipe(client);
      client.on('error', () => origin.destroy()).pipe(origin);
    });
    const env = {
      ...language.env,
      SSL_CERT_FILE: file,
      HTTPS_PROXY: `http://127.0.0.1:${await portOf(proxy)}`,
    };
    const told = await credit({ ...language, env }, `https://localhost:${port}`);
    expect(told.value).toEqual(CREDIT);
    expect(tunnels).toEqual([`localhost:${port}`]);
    refusing.add('all');
    const refused = await credit({ ...language, env }, `https://localhost:${port}`);
    expect(refused.error).toMatchObject({ code: 'no_answer', maybe_done: false });
  });
});

function answer(response: Parameters<RequestListener>[1], status: number): void {
  response.statusCode = status;
  const body = JSON.stringify(status === 200 ? { success: true, data: CREDIT } : OVERLOADED);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

async function listening(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(listener))}`;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const credit = (language: Language, url: string) => callOf(language, url, 'credit', {});

async function callOf(language: Language, url: string, call: string, args: object) {
  const sdk = new Sdk(language);
  onTestFinished(() => sdk.close());
  return sdk.call({ url, key: 'sandi_test_1', timeout: 30, call, args });
}

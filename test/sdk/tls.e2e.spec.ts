import { once } from 'node:events';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isCi, locate, sayOnce } from '../support/services/find-program.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';
import { makeCertificate } from './support/certificate.js';
import { type Language, LANGUAGES, Sdk } from './support/languages.js';

const openssl = locate('openssl');
if (!openssl) sayOnce('Skipped TLS of the SDKs: openssl not found; get it with "apt-get install openssl".');

/** More than one record of TLS. */
const CREDIT = { credit_balance: 1, note: 'x'.repeat(100_000) };
const CLIENTS = LANGUAGES.filter(({ name }) => ['TypeScript', 'PHP', 'Python'].includes(name));

describe.skipIf(!openssl && !isCi()).each(CLIENTS)('the SDK in $name, over TLS', (language) => {
  let folder: TemporaryFolder;
  let secure: SecureServer;
  let port: number;
  let trusting: Language;
  beforeAll(async () => {
    folder = temporaryFolder('sdk-tls');
    const { key, cert, file } = makeCertificate(folder.path);
    const env = { ...language.env, SSL_CERT_FILE: file, NODE_EXTRA_CA_CERTS: file };
    trusting = { ...language, env };
    secure = createSecureServer({ key, cert }, (_, response) =>
      response.end(JSON.stringify({ success: true, data: CREDIT })),
    );
    port = await portOf(secure);
  });
  afterAll(() => {
    secure.closeAllConnections();
    secure.close();
    folder.remove();
  });

  it('talks to whom it can trust', async () => {
    const told = await credit(trusting, `https://localhost:${port}`);
    expect(told.value).toEqual(CREDIT);
  });

  it('sends nothing to anybody else', async () => {
    const stranger = await credit(language, `https://localhost:${port}`);
    expect(stranger.error).toMatchObject({ code: 'no_answer', maybe_done: false });
    const otherName = await credit(trusting, `https://127.0.0.1:${port}`);
    expect(otherName.error).toMatchObject({ code: 'no_answer', maybe_done: false });
  });

  it('does not wait for one that says nothing', async () => {
    const connections: Socket[] = [];
    const silent = createServer((connection) => void connections.push(connection));
    onTestFinished(() => void silent.close());
    const told = await credit(language, `https://localhost:${await portOf(silent)}`);
    // Node does not end before its connections do.
    for (const connection of connections) connection.destroy();
    expect(told.error).toMatchObject({ code: 'no_answer', status: null });
  });
});

async function portOf(listener: Server): Promise<number> {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return (listener.address() as AddressInfo).port;
}

async function credit(language: Language, url: string) {
  const sdk = new Sdk(language);
  onTestFinished(() => sdk.close());
  return sdk.call({ url, key: 'sandi_test_1', timeout: 1, call: 'credit', args: {} });
}

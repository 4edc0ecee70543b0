import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isCi, locate, sayOnce } from '../support/services/find-program.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';
import { type Language, LANGUAGES, Sdk } from './support/languages.js';

const openssl = locate('openssl');
if (!openssl) sayOnce('Skipped TLS of the SDKs: openssl not found; get it with "apt-get install openssl".');

/** More than one record of TLS. */
const CREDIT = { credit_balance: 1, note: 'x'.repeat(100_000) };
const CLIENTS = LANGUAGES.filter(({ name }) => ['TypeScript', 'PHP', 'Python'].includes(name));

let folder: TemporaryFolder;
let port: number;
const server = () =>
  createSecureServer({ key: pem('key'), cert: pem('certificate') }, (_, response) =>
    response.end(JSON.stringify({ success: true, data: CREDIT })),
  );

describe.skipIf(!openssl && !isCi()).each(CLIENTS)('the SDK in $name, over TLS', (language) => {
  let secure: ReturnType<typeof server>;
  beforeAll(async () => {
    folder = temporaryFolder('sdk-tls');
    makeCertificate();
    secure = server();
    port = await portOf(secure);
  });
  afterAll(() => {
    secure.closeAllConnections();
    secure.close();
    folder.remove();
  });

  it('talks to whom it can trust', async () => {
    const told = await credit(trusting(language), `https://localhost:${port}`);
    expect(told.value).toEqual(CREDIT);
  });

  it('sends nothing to anybody else', async () => {
    const stranger = await credit(language, `https://localhost:${port}`);
    expect(stranger.error).toMatchObject({ code: 'no_answer', maybe_done: false });
    const otherName = await credit(trusting(language), `https://127.0.0.1:${port}`);
    expect(otherName.error).toMatchObject({ code: 'no_answer', maybe_done: false });
  });

  it('does not wait for one that says nothing', async () => {
    const silent = createServer();
    onTestFinished(() => void silent.close());
    const told = await credit(language, `https://localhost:${await portOf(silent)}`);
    expect(told.error).toMatchObject({ code: 'no_answer', status: null });
  });
});

const pem = (name: string) => readFileSync(join(folder.path, `${name}.pem`), 'utf8');

function makeCertificate(): void {
  const options = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-addext', 'keyUsage=digitalSignature,keyCertSign'],
    ...['-keyout', 'key.pem', '-out', 'certificate.pem'],
  ];
  execFileSync('openssl', options, { cwd: folder.path, stdio: 'ignore' });
}

function trusting(language: Language): Language {
  const file = join(folder.path, 'certificate.pem');
  return { ...language, env: { ...language.env, SSL_CERT_FILE: file, NODE_EXTRA_CA_CERTS: file } };
}

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

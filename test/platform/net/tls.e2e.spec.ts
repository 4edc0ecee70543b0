import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Limits } from '../../../src/platform/limits/index.js';
import { SmtpMailer } from '../../../src/platform/mail/index.js';
import { type Authority, makeAuthority } from '../../support/services/certificates.js';
import { requireProgram } from '../../support/services/find-program.js';
import { freePort } from '../../support/services/free-port.js';
import { startRedis } from '../../support/services/redis.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';

let folder: TemporaryFolder;
let authority: Authority;
let other: Authority;
beforeAll(() => {
  folder = temporaryFolder('tls');
  authority = makeAuthority(folder.path);
  other = makeAuthority(folder.path, 'other');
});
afterAll(() => folder.remove());

describe.runIf(requireProgram('redis').kind === 'program')('rediss://', () => {
  it('counts over TLS, and only with a server that is proved', async () => {
    const { cert, key } = authority.sign('redis', 'IP:127.0.0.1');
    const port = await freePort();
    const server = await startRedis({ port, cert, key, ca: authority.file });
    onTestFinished(() => server.stop());
    const errors: string[] = [];
    const open = async (url: string, caFile?: string) => {
      const limits = await Limits.open({
        redis: { url, caFile },
        redisTimeoutMs: 5000,
        processes: 1,
        onRedisError: ({ message }) => errors.push(message),
      });
      onTestFinished(() => limits.close());
      return limits;
    };
    const { password } = new URL(server.url);
    const secured = `rediss://:${password}@127.0.0.1:${port}`;
    const limits = await open(secured, authority.file);
    await expect.poll(() => limits.isHealthy()).toBe(true);
    expect(errors).toEqual([]);
    await open(secured, other.file);
    await expect.poll(() => errors.join()).toMatch(/certificate/);
    errors.length = 0;
    await open(secured.replace('127.0.0.1', 'localhost'), authority.file);
    await expect.poll(() => errors.join()).toMatch(/altnames/);
  });
});

describe('a mail server', () => {
  async function serverWith(options: SMTPServerOptions): Promise<string> {
    const server = new SMTPServer({ authOptional: true, logger: false, ...options });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.on('error', () => undefined);
    onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
    return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  }
  const tls = (...subjects: string[]) => {
    const { cert, key } = authority.sign(`mail-${subjects.join('').replace(/\W/g, '')}`, ...subjects);
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  };
  const verify = (url: string, caFile?: string) => new SmtpMailer({ url, caFile }, 'otp@sandi.test').verify();

  it.each([
    ['smtps', true],
    ['smtp', false],
  ])('%s:// is proved by its authority and its name', async (scheme, secure) => {
    const right = await serverWith({ secure, ...tls('IP:127.0.0.1') });
    await verify(`${scheme}://${right}`, authority.file);
    await expect(verify(`${scheme}://${right}`, other.file)).rejects.toThrow(/certificate/);
    await expect(verify(`${scheme}://${right}`)).rejects.toThrow(/certificate/);
    const wrong = await serverWith({ secure, ...tls('DNS:localhost') });
    await expect(verify(`${scheme}://${wrong}`, authority.file)).rejects.toThrow(/is not in the cert/);
  });

  it('gets nothing in plain text where STARTTLS is demanded and it has none', async () => {
    const address = await serverWith({ disabledCommands: ['STARTTLS'] });
    await verify(`smtp://${address}`);
    await expect(verify(`smtp://${address}?requireTLS=true`)).rejects.toThrow(/STARTTLS|TLS/);
    await expect(verify(`smtp://${address}`, authority.file)).rejects.toThrow(/STARTTLS|TLS/);
  });
});

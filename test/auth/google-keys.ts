import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const CLIENT_ID = 'sandi-test.apps.googleusercontent.com';

/** Google, as far as ID tokens go: a key set over HTTP, and tokens signed with its key. */
export class GoogleKeys {
  fetches = 0;
  userAgents = new Set<string | undefined>();

  private constructor(
    private readonly server: Server,
    private readonly privateKey: CryptoKey,
    readonly publicKey: CryptoKey,
  ) {}

  static async start(): Promise<GoogleKeys> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
    const server = createServer(({ headers }, response) => {
      google.fetches++;
      google.userAgents.add(headers['user-agent']);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
    });
    const google = new GoogleKeys(server, privateKey, publicKey);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return google;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/certs`;
  }

  /** A token as Google makes it, but for `change`. */
  token(change: JWTPayload, { kid = 'k1', key = this.privateKey } = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const own = {
      iss: 'https://accounts.google.com',
      aud: CLIENT_ID,
      azp: CLIENT_ID,
      email_verified: true,
      iat: now,
      exp: now + 3600,
    };
    return new SignJWT({ ...own, ...change }).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key);
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

import { HttpService } from '@nestjs/axios';
import { expect, it } from 'vitest';
import { GoogleVerifier } from '../../../src/auth/google-verifier.js';
import { demoFault } from '../../../src/bootstrap/demo-file.js';
import { Config } from '../../../src/config/index.js';
import { checkAddress } from '../../../src/operations/doctor/external-services.js';
import { USER_AGENT, VERSION } from '../../../src/platform/process/project.js';
import { SystemClock } from '../../../src/platform/time/clock.js';
import { signedHeaders } from '../../../src/webhook/webhook-client.js';
import { CLIENT_ID, GoogleKeys } from '../../auth/google-keys.js';
import { ending, fakeGateway, gatewayHttp, json, within } from '../../gateway/support.js';

/** As Meta publishes it with its API, in version v23.0. */
const PUBLISHED =
  /^[a-zA-Z0-9\-_]+\/[0-9]+\.[0-9]+\.[0-9]+(;[a-zA-Z0-9\-=.]+)?(\s+[a-zA-Z0-9\-_]+\/[0-9\-.]+)?$/;

it('is our name and version in the form that Meta takes', () => {
  expect(USER_AGENT).toMatch(PUBLISHED);
  expect(VERSION.startsWith(USER_AGENT.replace('Sandi/', ''))).toBe(true);
});

it('goes with every request to a gateway', async () => {
  const { url, requests } = await fakeGateway(json(200, {}));
  for (const method of ['GET', 'POST'] as const)
    await gatewayHttp().call({ method, url, headers: {} }, within(2000));
  expect(requests.map(({ headers }) => headers['user-agent'])).toEqual([USER_AGENT, USER_AGENT]);
});

it('goes with every webhook', () => {
  const secret = `whsec_${Buffer.from('a secret of enough bytes').toString('base64')}`;
  const headers = signedHeaders({ id: 'evt_1', body: '{}' }, [secret], new Date('2026-01-01T00:00:00Z'));
  expect(headers['user-agent']).toBe(USER_AGENT);
});

it('goes with the question for Google’s keys', async () => {
  const google = await GoogleKeys.start();
  ending(() => google.stop());
  const config = Object.assign(new Config(), { GOOGLE_JWKS_URL: google.url, GOOGLE_CLIENT_ID: CLIENT_ID });
  const identity = { googleId: '1', email: 'a@example.test' };
  const token = await google.token({ sub: identity.googleId, email: identity.email });
  await new GoogleVerifier(config, new SystemClock()).verify(token, identity);
  expect([...google.userAgents]).toEqual([USER_AGENT]);
});

it('goes with what the doctor and the demo ask of our own address', async () => {
  const { url, requests } = await fakeGateway(json(200, {}));
  const config = Object.assign(new Config(), { PUBLIC_URL: url });
  await checkAddress(config, new SystemClock(), new HttpService());
  await demoFault(url, { password: 'rahasia', apiKey: 'sandi_live_uji' });
  expect(requests.map(({ path }) => path)).toEqual(['/health/live', '/api/otp/history']);
  expect(requests.map(({ headers }) => headers['user-agent'])).toEqual([USER_AGENT, USER_AGENT]);
});

import { type Simulator, startSimulator, type SwitchesPatch } from '../../simulator/gateway.js';
import { startTestApp, type TestApp, type TestAppOptions } from './app.js';

export interface TestService extends TestApp {
  gateway: Simulator;
}

export interface TestServiceOptions extends TestAppOptions {
  switches?: SwitchesPatch;
  /** Of an earlier service, for a second app on the same pool. */
  gateway?: Simulator;
}

/** The service with one device behind the simulator gateway, which calls back with valid signatures. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const gateway =
    options.gateway ?? (await startSimulator({ switches: { timeline: 'none', ...options.switches } }));
  const env = { GATEWAY_URL: gateway.url, GATEWAY_TOKEN: gateway.token, ...options.env };
  const test = await startTestApp({ ...options, env });
  if (!options.gateway)
    gateway.callbackTo(`${test.url}/api/webhook/gateway`, test.config.webhookSecrets[0] ?? null);
  return {
    ...test,
    gateway,
    async close() {
      if (!options.gateway) await gateway.close();
      await test.close();
    },
  };
}

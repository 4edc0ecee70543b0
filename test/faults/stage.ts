import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import type { Random } from '../../simulator/random.js';
import { newDatabase } from '../support/databases.js';
import { quietPort } from '../support/services/quiet-port.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { WebhookSender } from './courier.js';
import { gatewayScenes, type Scene } from './gateway-scenes.js';
import { FaultProxy } from './proxy.js';

export const SECRETS = {
  JWT_SECRET: 'test-jwt-secret-9Qm4vTz7Rk2Wp8XbL5cN',
  DATA_KEY: 'test-data-key-Zs6hYd3Gf9Ju1Ke7Ma0Vt',
  GATEWAY_WEBHOOK_SECRET: 'test-webhook-7cWq2Lx9',
  ADMIN_PASSWORD: 'admin-password',
};
const SETTINGS = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  DATABASE_POOL_SIZE: '8',
  GATEWAY_TIMEOUT_MS: '300',
  LEASE_MARGIN_SECONDS: '1',
  RECOVERY_SECONDS: '1',
  // Longer than any fault here lasts: what the recovery settles it has found out, and did not give up.
  UNKNOWN_TTL_SECONDS: '60',
  DEVICE_PROBE_SECONDS: '1',
  DEVICE_COOLDOWN_SECONDS: '1',
  SEND_RATE_PER_MINUTE: '1000000',
  AUTH_RATE_PER_MINUTE: '1000000',
  READ_RATE_PER_MINUTE: '1000000',
  WRITE_RATE_PER_MINUTE: '1000000',
  CREATION_RATE_PER_HOUR: '1000000',
  NOT_ON_WHATSAPP_MAX: '0',
  PRICE_INBOUND: '100',
  CALLBACK_RATE_PER_MINUTE: '1000000',
  CALLBACK_FAILURES_PER_MINUTE: '1000000',
  CHECK_RATE_PER_MINUTE: '1000000',
  // Of the account that is told by a webhook, at an address where nobody listens.
  WEBHOOK_ALLOW_PRIVATE: '1',
};

export interface Stage {
  /** Where the service listens, each time. */
  url: string;
  env: Record<string, string>;
  databaseUrl: string;
  gateway: Simulator;
  courier: WebhookSender;
  /** Between the service and its gateway or its database, where one was asked for. */
  proxy: FaultProxy | undefined;
  /** How the gateway behaves from now on; `mixed` at first. */
  play(scene: Scene): void;
  close(): Promise<void>;
}

/** All that outlives the service: its database, its gateway with its log, and a proxy in between. */
export async function openStage(random: Random, proxied?: 'gateway' | 'database'): Promise<Stage> {
  const folder = temporaryFolder('faults');
  const database = await newDatabase(folder.path);
  const gateway = await startSimulator({
    seed: Math.floor(random() * 2 ** 32),
    callbackAttempts: 12,
    callbackRetryMs: 50,
    callbackTimeoutMs: 3000,
  });
  const port = await quietPort();
  const url = `http://127.0.0.1:${port}`;
  const secret = SECRETS.GATEWAY_WEBHOOK_SECRET;
  const courier = new WebhookSender(`${url}/api/webhook/gateway`, secret, gateway);
  gateway.callbackTo(`${url}/api/webhook/gateway`, secret);
  const scenes = gatewayScenes((reference) => courier.report(reference));
  gateway.script(scenes.mixed);
  const behind = proxied && new URL(proxied === 'gateway' ? gateway.url : database.url);
  const proxy = behind && (await FaultProxy.start(addressOf(behind), random));
  const through = (address: string, name: 'gateway' | 'database') =>
    proxy && proxied === name ? withPort(address, proxy.port) : address;
  return {
    url,
    env: {
      ...SECRETS,
      ...SETTINGS,
      PORT: String(port),
      DATA_DIR: folder.path,
      DATABASE_URL: through(database.url, 'database'),
      GATEWAY_URL: through(gateway.url, 'gateway'),
      GATEWAY_TOKEN: gateway.token,
    },
    databaseUrl: database.url,
    gateway,
    courier,
    proxy,
    play: (scene) => gateway.script(scenes[scene]),
    async close() {
      await courier.close();
      await gateway.close();
      await proxy?.close();
      await database.drop();
      folder.remove();
    },
  };
}

function addressOf({ hostname, port }: URL): { host: string; port: number } {
  return { host: hostname, port: Number(port || '3306') };
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href.replace(/\/$/, '');
}

import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * What the service is given; and on the embedded default, without a gateway of its own, the simulator beside it, with
 * the secrets that the service keeps in DATA_DIR.
 */
export async function environments({ embeddedSecrets, readSecretFiles }) {
  const env = { ...process.env };
  // It has the secrets of its files, too.
  const { env: given } = readSecretFiles(env);
  const embedded = env.NODE_ENV !== 'production' && (given.DATABASE_URL || 'sqlite:').startsWith('sqlite:');
  if (!embedded || env.GATEWAY_URL) return { service: env };
  const secrets = embeddedSecrets(env.DATA_DIR || 'data');
  const port = await freePort(Number(env.SIMULATOR_PORT || 3900));
  const service = {
    ...env,
    GATEWAY_URL: `http://127.0.0.1:${port}`,
    GATEWAY_TOKEN: secrets.simulatorToken,
    GATEWAY_TOKEN_FILE: '',
    DEMO: env.DEMO || '1',
  };
  const simulator = {
    ...env,
    SIMULATOR_PORT: String(port),
    SIMULATOR_TOKEN: secrets.simulatorToken,
    SIMULATOR_CALLBACK_URL: `http://127.0.0.1:${env.PORT || 3000}/api/webhook/gateway`,
    SIMULATOR_CALLBACK_SECRET:
      given.GATEWAY_WEBHOOK_SECRET?.split(',')[0].trim() || secrets.gatewayWebhookSecret,
  };
  return { service, simulator };
}

/** The wanted port, or any free one when it is taken; 0: any. */
export async function freePort(wanted = 0) {
  for (const port of [wanted, 0]) {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(server, 'listening').then(() => ['listening']),
      once(server, 'error').then(() => ['error']),
    ]);
    if (event === 'error') continue;
    const found = server.address().port;
    server.close();
    await once(server, 'close');
    return found;
  }
  throw new Error('there is no free port');
}

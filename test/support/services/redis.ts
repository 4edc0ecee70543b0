import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { launch, type Service } from './launch.js';

const CONNECT_TIMEOUT_MS = 2_000;

/** A second port, where it speaks TLS. */
interface RedisTls {
  port: number;
  cert: string;
  key: string;
  ca: string;
}

/** Starts a Redis of our own: loopback only, bounded memory, nothing on disk. */
export function startRedis(tls?: RedisTls): Promise<Service> {
  const password = randomBytes(16).toString('hex');
  const limits = ['--save', '', '--appendonly', 'no', '--maxmemory', '64mb'];
  return launch({
    program: 'redis-server',
    args: (folder, port) => [
      ...['--bind', '127.0.0.1', '--port', String(port), '--requirepass', password],
      ...['--dir', folder, ...limits],
      ...(tls ? ['--tls-port', String(tls.port), '--tls-auth-clients', 'no'] : []),
      ...(tls ? ['--tls-cert-file', tls.cert, '--tls-key-file', tls.key, '--tls-ca-cert-file', tls.ca] : []),
    ],
    url: (port) => `redis://:${password}@127.0.0.1:${port}`,
    probe: ping,
  });
}

async function ping(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
  });
  // Without a listener ioredis prints each refusal; the promise below carries the same error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}

import { AgentGateway } from './common/gateway.js';
import { PoolGateway } from './common/pool-gateway.js';
import { createServer } from './common/server.js';
import type { Store } from './common/store.js';
import { GroupStore } from './group/group-store.js';
import { MemoryStore } from './memory/memory-store.js';
import { SingleStore } from './single/single-store.js';
import { FULL } from './tables/full.js';
import { LEAN } from './tables/lean.js';

/** The process of a hand-written server. STORE selects one of the five. */

const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const url = variable('DATABASE_URL');
const poolSize = Number(variable('DATABASE_POOL_SIZE'));
const STORES: Record<string, () => Store> = {
  single: () => new SingleStore(url, poolSize, FULL),
  group: () => new GroupStore(url, FULL),
  memory: () => new MemoryStore(url),
  'lean-single': () => new SingleStore(url, poolSize, LEAN),
  'lean-group': () => new GroupStore(url, LEAN),
};
const name = variable('STORE');
const store = STORES[name]?.();
if (!store) throw new Error(`there is no store ${name}`);

const GatewayClient = name.startsWith('lean-') ? PoolGateway : AgentGateway;
const app = createServer({
  store,
  gateway: new GatewayClient(variable('GATEWAY_URL'), variable('GATEWAY_TOKEN')),
  dataKey: variable('DATA_KEY'),
  timeZone: 'Asia/Jakarta',
});
await app.listen({ host: '127.0.0.1', port: Number(variable('PORT')) });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));

import { Gateway } from './common/gateway.js';
import { createServer } from './common/server.js';
import type { Store } from './common/store.js';
import { GroupStore } from './group/group-store.js';
import { MemoryStore } from './memory/memory-store.js';
import { SingleStore } from './single/single-store.js';

/** A hand-written server, a process of its own; STORE says which of the three. */

const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const url = variable('DATABASE_URL');
const STORES: Record<string, () => Store> = {
  single: () => new SingleStore(url, Number(variable('DATABASE_POOL_SIZE'))),
  group: () => new GroupStore(url),
  memory: () => new MemoryStore(url),
};
const store = STORES[variable('STORE')]?.();
if (!store) throw new Error(`there is no store ${variable('STORE')}`);

const app = createServer({
  store,
  gateway: new Gateway(variable('GATEWAY_URL'), variable('GATEWAY_TOKEN')),
  dataKey: variable('DATA_KEY'),
  timeZone: 'Asia/Jakarta',
});
await app.listen({ host: '127.0.0.1', port: Number(variable('PORT')) });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));

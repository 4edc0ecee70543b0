import type { Service } from '../../test/support/services/launch.js';
import { createDatabase } from '../../test/support/services/mariadb.js';
import { TITLES, type ServerName } from '../plan.js';
import { familyOf } from '../proc.js';
import { Books } from './books.js';
import { copyTables, CountedDatabase } from './database.js';
import { startProgram } from './programs.js';
import { makeAccount, startSandi, type Setting } from './sandi.js';

/** A server under measurement, with its accounts and its books. */
export interface Target {
  name: ServerName;
  title: string;
  service: Service;
  port: number;
  /** Its process and those it started. */
  pids: number[];
  keys: string[];
  /** Null where nothing is written down. */
  books: Books | null;
}

export interface ServersOptions {
  setting: Setting;
  mariadbUrl: string;
  names: readonly ServerName[];
  accounts: number;
  workers: number;
}

/** Starts servers one by one and keeps them up; `started` grows meanwhile, so that a failed start can be undone. */
export async function startServers(options: ServersOptions, started: Service[]): Promise<Target[]> {
  const { setting, mariadbUrl, names, accounts, workers } = options;
  const targets: Target[] = [];
  const add = async (name: ServerName, service: Service, keys: string[], databaseUrl: string) => {
    const books = name === 'memory' ? null : new Books(await CountedDatabase.connect(databaseUrl));
    await books?.begin();
    const pids = familyOf(service.pid);
    const port = Number(new URL(service.url).port);
    targets.push({ name, title: TITLES[name], service, port, pids, keys, books });
  };
  const start = async (starting: Promise<Service>): Promise<Service> => {
    const service = await starting;
    started.push(service);
    return service;
  };
  const sandi = async (name: 'sandi' | 'cluster', count: number) => {
    const url = await createDatabase(mariadbUrl);
    const service = await start(startSandi(setting, url, { WEB_CONCURRENCY: String(count) }));
    const names = Array.from({ length: accounts }, (_, i) => `bench-${i + 1}`);
    const made = await Promise.all(names.map((account) => makeAccount(service.url, account)));
    const keys = made.map(({ key }) => key);
    await add(name, service, keys, url);
    return { url, keys };
  };
  // Sandi comes first: the others work on copies of its tables, with its accounts in them.
  const first = await sandi('sandi', 1);
  for (const name of names) {
    if (name === 'sandi') continue;
    if (name === 'cluster') {
      await sandi(name, workers);
      continue;
    }
    const url = await createDatabase(mariadbUrl);
    await copyTables(first.url, url);
    const store = name === 'again' ? 'single' : name;
    await add(name, await start(startBaseline(setting, url, store)), first.keys, url);
  }
  return targets;
}

function startBaseline(setting: Setting, databaseUrl: string, store: string): Promise<Service> {
  return startProgram('bench/baselines/main.js', () => ({
    NODE_ENV: 'production',
    STORE: store,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(setting.poolSize),
    DATA_KEY: setting.dataKey,
    GATEWAY_URL: setting.gatewayUrl,
    GATEWAY_TOKEN: setting.gatewayToken,
  }));
}

import type { Service } from '../../test/support/services/launch.js';
import { createDatabase } from '../../test/support/services/mariadb.js';
import { type ServerName, TITLES } from '../plan.js';
import { familyOf } from '../proc.js';
import { auditLedger, Books } from './books.js';
import { copyTables, CountedDatabase } from './database.js';
import { checkLeanBooks, makeLeanTables } from './lean.js';
import { startProgram } from './programs.js';
import { type Account, makeAccount, type Setting, startSandi } from './sandi.js';

/** A server under measurement, with its accounts and its books. */
export interface Target {
  name: ServerName;
  title: string;
  service: Service;
  port: number;
  /** The ids of its process and of the child processes. */
  pids: number[];
  keys: string[];
  /** Null for the server that stores nothing. */
  books: Books | null;
}

export interface ServersOptions {
  setting: Setting;
  mariadbUrl: string;
  names: readonly ServerName[];
  accounts: number;
  workers: number;
  before: string | undefined;
}

/** Starts the servers one by one. Adds each to `started`, so that the caller can stop them if a later start fails. */
export async function startServers(options: ServersOptions, started: Service[]): Promise<Target[]> {
  const { setting, mariadbUrl, names, workers, before } = options;
  const start = async (starting: Promise<Service>): Promise<Service> => {
    const service = await starting;
    started.push(service);
    return service;
  };
  const sandi = async (name: ServerName, urlIn: (folder: string) => string, workersOf = 1) => {
    const own = name === 'before' ? { ...setting, root: before } : setting;
    const service = await start(startSandi(own, urlIn, { WEB_CONCURRENCY: String(workersOf) }));
    const accounts = await makeAccounts(service.url, options.accounts);
    return { accounts, target: await targetOf(name, service, accounts, urlIn(service.folder)) };
  };
  // Sandi comes first: the others have its accounts, and most of them work on copies of its tables.
  const sandiUrl = await createDatabase(mariadbUrl);
  const { accounts, target } = await sandi('sandi', () => sandiUrl);
  const targets = [target];
  for (const name of names) {
    if (name === 'sandi') continue;
    if (name === 'sqlite') {
      targets.push((await sandi(name, (folder) => `sqlite:${folder}/sandi.sqlite`)).target);
      continue;
    }
    const url = await createDatabase(mariadbUrl);
    if (name === 'before') {
      targets.push((await sandi(name, () => url)).target);
      continue;
    }
    if (name === 'cluster') {
      targets.push((await sandi(name, () => url, workers)).target);
      continue;
    }
    await (isLean(name) ? makeLeanTables(url, accounts) : copyTables(sandiUrl, url));
    const service = await start(startBaseline(setting, url, name === 'again' ? 'single' : name));
    targets.push(await targetOf(name, service, accounts, url));
  }
  return targets;
}

const isLean = (name: ServerName) => name === 'lean-single' || name === 'lean-group';

function makeAccounts(url: string, count: number): Promise<Account[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => makeAccount(url, `bench-${i + 1}`)));
}

async function targetOf(
  name: ServerName,
  service: Service,
  accounts: readonly Account[],
  databaseUrl: string,
): Promise<Target> {
  const books = name === 'memory' ? null : await booksOf(name, databaseUrl);
  await books?.begin();
  return {
    name,
    title: TITLES[name],
    service,
    port: Number(new URL(service.url).port),
    pids: familyOf(service.pid),
    keys: accounts.map(({ key }) => key),
    books,
  };
}

async function booksOf(name: ServerName, url: string): Promise<Books> {
  const names = isLean(name)
    ? { entries: 'ledger', balances: 'accounts' }
    : { entries: 'credit_entries', balances: 'credit_balances' };
  const database = await CountedDatabase.connect(url, names);
  if (isLean(name)) return new Books(database, checkLeanBooks);
  // The ledger audit works only with the tables of its own release.
  return new Books(database, name === 'before' ? () => Promise.resolve() : auditLedger);
}

function startBaseline(setting: Setting, databaseUrl: string, store: string): Promise<Service> {
  const env = {
    NODE_ENV: 'production',
    STORE: store,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(setting.poolSize),
    DATA_KEY: setting.dataKey,
    GATEWAY_URL: setting.gatewayUrl,
    GATEWAY_TOKEN: setting.gatewayToken,
  };
  return startProgram('bench/baselines/main.js', () => env, { node: setting.node });
}

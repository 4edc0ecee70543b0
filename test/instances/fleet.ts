import { DataSource } from 'typeorm';
import { onTestFinished } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { connectionOptions } from '../../src/platform/database/index.js';
import { type Answer, Api } from '../support/api.js';
import { BuiltService } from '../support/built-service.js';
import { newName } from '../support/factories.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';

const HIGH = '1000000';

/** No limit is met by chance; the tests of the limits set their own. */
const ENV = {
  LOG_LEVEL: 'info',
  SEND_RATE_PER_MINUTE: HIGH,
  AUTH_RATE_PER_MINUTE: HIGH,
  READ_RATE_PER_MINUTE: HIGH,
  WRITE_RATE_PER_MINUTE: HIGH,
  CREATION_RATE_PER_HOUR: HIGH,
  NOT_ON_WHATSAPP_MAX: '0',
  CALLBACK_RATE_PER_MINUTE: HIGH,
  CALLBACK_FAILURES_PER_MINUTE: HIGH,
  CHECK_RATE_PER_MINUTE: HIGH,
  RECIPIENT_ATTEMPTS_MAX: HIGH,
  RECIPIENT_HOURLY_MAX: HIGH,
};

export interface FleetOptions {
  /** One per process. */
  databaseUrls: readonly string[];
  /** What each process runs, by its path in the project; the service as it is built now unless told. */
  files?: readonly string[];
  /** For all of them. */
  env?: Record<string, string>;
  /** For each process by itself. */
  envs?: readonly Record<string, string>[];
  switches?: Parameters<Simulator['behave']>[0];
}

export interface Member {
  userId: number;
  /** User token. */
  token: string;
  /** Live API key. */
  key: string;
  keyId: number;
}

/** Several processes of the built service that share their stores and one gateway; they end with the test. */
export class Fleet {
  private constructor(
    readonly services: readonly BuiltService[],
    readonly apis: readonly Api[],
    readonly gateway: Simulator,
    private readonly databaseUrl: string,
    readonly adminToken: string,
  ) {}

  static async start({
    databaseUrls,
    files = [],
    env = {},
    envs = [],
    switches = {},
  }: FleetOptions): Promise<Fleet> {
    const gateway = await startSimulator({ switches: { timeline: 'none', ...switches } });
    onTestFinished(() => gateway.close());
    const folder = temporaryFolder('fleet');
    onTestFinished(() => folder.remove());
    const services: BuiltService[] = [];
    const apis: Api[] = [];
    for (const [turn, databaseUrl] of databaseUrls.entries()) {
      const variables = {
        ...ENV,
        DATA_DIR: folder.path,
        DATABASE_URL: databaseUrl,
        INSTANCES: String(databaseUrls.length),
        GATEWAY_URL: gateway.url,
        GATEWAY_TOKEN: gateway.token,
        ...env,
        ...envs[turn],
      };
      const service = new BuiltService(variables, files[turn]);
      services.push(service);
      apis.push(new Api(await service.url(), false));
    }
    const login = { username: 'admin', password: 'admin-password' };
    const { body } = await first(apis).post('/api/auth/login', login);
    const [databaseUrl = ''] = databaseUrls;
    return new Fleet(services, apis, gateway, databaseUrl, (body.data as { token: string }).token);
  }

  /** The process that takes the `turn`th request. */
  api(turn: number): Api {
    return this.apis[turn % this.apis.length] as Api;
  }

  /** An account with exactly `credit`, made over HTTP as a person would. */
  async member(credit: number, turn = 0): Promise<Member> {
    const username = newName('akun');
    const password = 'kata-sandi-uji';
    const email = `${username}@example.test`;
    const api = this.api(turn);
    const registered = await api.post('/api/auth/register', { username, email, password, name: 'Akun Uji' });
    const { token, user } = registered.body.data as { token: string; user: { id: number } };
    const made = await api.post('/api/account/api-keys', { name: 'uji' }, { token });
    const { key, id: keyId } = made.body.data as { key: string; id: number };
    if (credit > 0)
      await this.admin('post', `/api/admin/users/${user.id}/credit`, { amount: credit, note: 'uji' }, turn);
    return { userId: user.id, token, key, keyId };
  }

  async admin(method: 'post' | 'patch' | 'put', path: string, body?: object, turn = 0): Promise<Answer> {
    const answer = await this.api(turn)[method](path, body, { token: this.adminToken });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer;
  }

  async balanceOf({ key }: Member, turn = 0): Promise<number> {
    const { body } = await this.api(turn).get('/api/otp/credit', { token: key });
    return (body.data as { credit_balance: number }).credit_balance;
  }

  send(turn: number, { key }: Member, body: object): Promise<Answer> {
    return this.api(turn).post('/api/otp/send', body, { token: key });
  }

  /** What a query says on the database of the first process, or of another. */
  async query<T>(sql: string, parameters: unknown[] = [], url = this.databaseUrl): Promise<T[]> {
    return this.withDatabase(url, (dataSource) => dataSource.query<T[]>(sql, parameters));
  }

  /** The broken invariants of the books. */
  async breaches(url = this.databaseUrl) {
    return this.withDatabase(url, (dataSource) => auditLedger(dataSource, new Date()));
  }

  private async withDatabase<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    const options = await connectionOptions({ url, poolSize: 1 }, { entities: [], migrations: [] });
    const dataSource = await new DataSource(options).initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }
}

function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('a fleet has at least one process');
  return item;
}

import { ApiKeysService } from '../../src/api-keys/index.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import { User } from '../../src/users/index.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { userToken } from '../support/tokens.js';
import type { ModelMessage } from './model.js';

const GATEWAY_TIMEOUT_SECONDS = 10;
const LEASE_MARGIN_SECONDS = 5;
export const LEASE_SECONDS = GATEWAY_TIMEOUT_SECONDS + LEASE_MARGIN_SECONDS;

const ENV = {
  GATEWAY_TIMEOUT_MS: String(GATEWAY_TIMEOUT_SECONDS * 1000),
  LEASE_MARGIN_SECONDS: String(LEASE_MARGIN_SECONDS),
  // Whatever runs by itself would act where the model does not: the commands run it.
  RECOVERY_SECONDS: '86400',
  DEVICE_PROBE_SECONDS: '86400',
  // These limits keep the machine's time, which no command moves.
  RECIPIENT_ATTEMPTS_MAX: '1000000',
  RECIPIENT_HOURLY_MAX: '1000000',
  NOT_ON_WHATSAPP_MAX: '0',
  LOG_LEVEL: 'warn',
};

export interface SendRequest {
  phone: string;
  otp_code: string;
  company_name: string;
}

/** The service under test; one for all runs, since an account of its own keeps a run apart from the others. */
export class World {
  private first: TestService | undefined;

  private constructor(
    public service: TestService,
    private readonly clock: TestClock,
  ) {}

  static async start(): Promise<World> {
    const clock = new TestClock();
    return new World(await startTestService({ env: ENV, clock }), clock);
  }

  /** Ends the app and starts another on the same database: what was in memory only is gone. */
  async restart(): Promise<void> {
    const { config, gateway } = this.service;
    await this.service.app.close();
    // Only the first one's close() drops the database and stops the gateway.
    this.first ??= this.service;
    const { clock } = this;
    this.service = await startTestService({
      env: ENV,
      clock,
      gateway,
      databaseUrl: config.DATABASE_URL,
    });
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.first?.close();
  }
}

/** One run's account and its requests: two codes for a phone, written in two ways, and another phone. */
export class Run {
  readonly requests: SendRequest[];
  readonly phones: string[];
  readonly startedAtMs: number;
  readonly apiKeys: string[];

  private constructor(
    readonly world: World,
    readonly account: Account,
  ) {
    const [phone, other] = [newPhone(), newPhone()];
    const company_name = 'Toko Model';
    this.requests = [
      { phone, otp_code: '111111', company_name },
      { phone, otp_code: '222222', company_name },
      { phone: other, otp_code: '111111', company_name },
    ];
    this.phones = [phone, other].map(canonical);
    this.startedAtMs = world.service.clock.now().getTime();
    this.apiKeys = [account.key];
  }

  static async begin(world: World, credit: number): Promise<Run> {
    return new Run(world, await createAccount(world.service, credit));
  }

  get service(): TestService {
    return this.world.service;
  }

  /** A later spelling of the same request is the same recipient. */
  body(request: number, respelt: boolean): SendRequest {
    const body = this.requests[request] as SendRequest;
    return respelt ? { ...body, phone: `+${canonical(body.phone)}` } : body;
  }

  maskOf(request: number): string {
    return Phone.parse(this.body(request, false).phone)?.mask() ?? '';
  }

  /** What the gateway took for this account. */
  get taken() {
    return this.service.gateway.accepted.filter(({ to }) => this.phones.includes(to));
  }

  /** Tells the model the ids of a message that the gateway has just taken. */
  note(message: ModelMessage): void {
    const last = this.taken.at(-1);
    message.takenByGateway = true;
    message.gatewayId = last?.id ?? null;
    message.reference = last?.reference ?? null;
  }

  async newApiKey(): Promise<void> {
    const { key } = await this.service.app
      .get(ApiKeysService)
      .create(this.account.userId, { name: 'uji', mode: 'live' });
    this.apiKeys.push(key);
  }

  async adminToken(): Promise<string> {
    const admin = await this.service.database.read.findOneByOrFail(User, { roleId: 1 });
    return userToken(this.service, admin.id);
  }

  userToken(): Promise<string> {
    return userToken(this.service, this.account.userId);
  }
}

const canonical = (phone: string) => `62${phone.slice(1)}`;

import { Device } from '../../src/gateway/device.entities.js';
import { DevicePool } from '../../src/gateway/index.js';
import { DeviceProber } from '../../src/gateway/pool/device-prober.js';
import type { Answer } from '../support/api.js';
import type { TestApp } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { userToken } from '../support/tokens.js';
import { type Bench, BENCHES } from './drivers/fakes/benches.js';
import { callBack, type FakeCallback } from './drivers/fakes/fake.js';

const DEVICES = '/api/admin/devices';

export interface Standing {
  bench: Bench;
  id: number;
  /** Of its callbacks, with the key if it has one. */
  path: string;
  /** Makes a callback at the device's own address, or at another. */
  call: (
    callback: FakeCallback,
    address?: (own: string) => string,
  ) => Promise<{ status: number; text: string }>;
}

let serial = 0;

/** Devices in front of the drivers' fakes, as an administrator makes them, and one account that sends through them. */
export class Stand {
  private readonly made: number[] = [];
  /** Of the newest device: sends name it. */
  private channel = 'whatsapp';

  private constructor(
    private readonly test: TestApp,
    private readonly adminId: number,
    private readonly key: string,
  ) {}

  static async begin(test: TestApp): Promise<Stand> {
    const login = { username: 'admin', password: 'admin-password' };
    const { user } = (await test.api.post('/api/auth/login', login)).body.data as { user: { id: number } };
    // Devices are asked how they are only when a test says so.
    await test.app.get(DeviceProber).onModuleDestroy();
    return new Stand(test, user.id, (await createAccount(test, 100_000)).key);
  }

  /** A device of a driver, beside those there are. */
  async device(driver: string, rest: object = {}): Promise<Standing> {
    const bench = await (BENCHES[driver] as () => Promise<Bench>)();
    const { status, text, body } = await this.test.api.post(
      DEVICES,
      {
        name: `${driver}-${++serial}`,
        driver,
        base_url: bench.url,
        token: bench.token,
        webhook_secret: bench.secret ?? null,
        settings: bench.settings,
        state: 'active',
        ...rest,
      },
      await this.asAdmin(),
    );
    if (status !== 201) throw new Error(`a device was answered ${text}`);
    const made = body.data as { id: number; callback_url: string; channel: string };
    const { id, callback_url } = made;
    this.made.push(id);
    this.channel = made.channel;
    const { pathname, search } = new URL(callback_url);
    const path = pathname + search;
    const call: Standing['call'] = (callback, address = (own) => own) =>
      callBack(this.test.url + address(path), callback);
    return { bench, id, path, call };
  }

  /** As if a probe had seen it connected, whatever its gateway says now. */
  async link(id: number): Promise<void> {
    await this.test.database.tx((tx) => tx.update(Device, { id }, { linkedAt: this.test.clock.now() }));
    await this.test.app.get(DevicePool).refresh();
  }

  /** None of the devices sends any more. */
  async clear(): Promise<void> {
    for (const id of this.made.splice(0)) await this.change(id, { state: 'disabled' });
  }

  async change(id: number, change: object): Promise<Answer> {
    return this.test.api.patch(`${DEVICES}/${id}`, change, await this.asAdmin());
  }

  /** Asks a device how it is, as an administrator may. */
  async ask(id: number): Promise<void> {
    await this.test.api.post(`${DEVICES}/${id}/test`, undefined, await this.asAdmin());
  }

  /** Asks for the QR code that a device's phone is paired by. */
  async pairing(id: number): Promise<Answer> {
    return this.test.api.get(`${DEVICES}/${id}/link`, await this.asAdmin());
  }

  async view(id: number): Promise<Record<string, unknown>> {
    return (await this.test.api.get(`${DEVICES}/${id}`, await this.asAdmin())).body.data;
  }

  /** A token of now: tests let days pass. */
  private async asAdmin(): Promise<{ token: string }> {
    return { token: await userToken(this.test, this.adminId) };
  }

  send(overrides: Record<string, unknown> = {}): Promise<Answer> {
    const channels = this.channel === 'whatsapp' ? {} : { channels: [this.channel] };
    return this.test.api.post('/api/otp/send', sendBody({ ...channels, ...overrides }), { token: this.key });
  }

  /** Sends, and returns the id of what must have come of it. */
  async sent(overrides: Record<string, unknown> = {}): Promise<string> {
    const { status, text, body } = await this.send(overrides);
    if (status !== 200) throw new Error(`a send was answered ${text}`);
    return (body.data as { message_id: string }).message_id;
  }

  async lastStatus(): Promise<string> {
    return (await this.last())?.status ?? 'none';
  }

  /** The newest message in the history. */
  async last(): Promise<{ status: string; credit_used: number } | undefined> {
    const { body } = await this.test.api.get('/api/otp/history?limit=1', { token: this.key });
    return (body.data as { items: { status: string; credit_used: number }[] }).items[0];
  }

  async credit(): Promise<number> {
    const { body } = await this.test.api.get('/api/otp/credit', { token: this.key });
    return (body.data as { credit_balance: number }).credit_balance;
  }
}

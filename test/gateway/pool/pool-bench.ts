import { rmSync } from 'node:fs';
import { afterEach, beforeEach, inject, onTestFinished } from 'vitest';
import { Device } from '../../../src/gateway/device.entities.js';
import { keepBooks } from '../../support/app.js';
import { newDatabase } from '../../support/databases.js';
import { startTestService, type TestService } from '../../support/service.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';
import { TestClock } from '../../support/test-clock.js';
import { addDevice } from '../devices.js';
import { Pooling } from './pooling.js';

/** A service for each test of a file, on a database that outlives its process; the books are checked after each. */
export class PoolBench {
  service!: TestService;
  pooling!: Pooling;
  /** The device of the environment. */
  first!: Device;
  private folder!: TemporaryFolder;
  private database!: { url: string; drop(): Promise<void> };

  constructor(
    private readonly env: Record<string, string>,
    private readonly newClock = () => new TestClock(),
  ) {
    beforeEach(() => this.begin());
    afterEach(() => this.end());
    keepBooks(() => this.service);
  }

  /** Another native device behind the same gateway. */
  another(rest: Partial<Device> = {}): Promise<Device> {
    const { url, token } = this.service.gateway;
    return addDevice(this.service, url, token, rest);
  }

  /** As after the end of its process; gateway and clock go on. */
  async restart(): Promise<void> {
    const { app, config, gateway, clock } = this.service;
    await app.close();
    rmSync(config.DATA_DIR, { recursive: true, force: true });
    const again = await this.start({ gateway, clock });
    const close = async () => {
      await again.close();
      await gateway.close();
    };
    await this.use({ ...again, close });
  }

  /** Two processes on the same database, or, on SQLite, which admits one, the second after the first has ended. */
  async processes(): Promise<Pooling[]> {
    if (inject('engine') === 'sqlite') {
      await this.restart();
      return [this.pooling];
    }
    const { gateway, clock } = this.service;
    const second = await this.start({ gateway, clock });
    onTestFinished(() => second.close());
    return [this.pooling, await Pooling.begin(second)];
  }

  /** A device as it is written down. */
  row(id = this.first.id): Promise<Device> {
    return this.service.database.read.findOneByOrFail(Device, { id });
  }

  private async begin(): Promise<void> {
    this.folder = temporaryFolder('pool');
    this.database = await newDatabase(this.folder.path);
    await this.use(await this.start());
    this.first = await this.service.database.read.findOneByOrFail(Device, { name: 'gateway' });
  }

  private async end(): Promise<void> {
    await this.service.close();
    await this.database.drop();
    this.folder.remove();
  }

  private start(shared: Partial<Pick<TestService, 'gateway' | 'clock'>> = {}): Promise<TestService> {
    return startTestService({
      databaseUrl: this.database.url,
      env: this.env,
      clock: this.newClock(),
      ...shared,
    });
  }

  private async use(service: TestService): Promise<void> {
    this.service = service;
    this.pooling = await Pooling.begin(service);
  }
}

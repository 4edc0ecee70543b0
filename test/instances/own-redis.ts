import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { programPath } from '../support/services/launch.js';
import { OwnProcess } from '../support/services/own-process.js';
import { quietPort } from '../support/services/quiet-port.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';

/** A Redis of one test that dies and comes back at the same address, empty. */
export class OwnRedis {
  private constructor(
    readonly url: string,
    private readonly start: () => OwnProcess,
    private process: OwnProcess,
  ) {}

  static async start(): Promise<OwnRedis> {
    const folder = temporaryFolder('redis');
    onTestFinished(() => folder.remove());
    const password = randomBytes(16).toString('hex');
    const port = await quietPort();
    const args = [
      ...['--bind', '127.0.0.1', '--port', String(port), '--requirepass', password],
      ...['--dir', folder.path, '--save', '', '--appendonly', 'no', '--maxmemory', '64mb'],
    ];
    const log = join(folder.path, 'server.log');
    const start = () => new OwnProcess(programPath('redis-server'), args, log);
    const redis = new OwnRedis(`redis://:${password}@127.0.0.1:${port}`, start, start());
    onTestFinished(() => redis.process.stop());
    await redis.isUp();
    return redis;
  }

  /** SIGSTOP: connections stay open and nothing answers. */
  freeze(): void {
    this.process.pause();
  }

  thaw(): void {
    this.process.resume();
  }

  kill(): void {
    process.kill(this.process.pid, 'SIGKILL');
  }

  async restart(): Promise<void> {
    this.process = this.start();
    await this.isUp();
  }

  private async isUp(): Promise<void> {
    await this.process.answers(async () => {
      const client = new Redis(this.url, {
        lazyConnect: true,
        retryStrategy: () => null,
        commandTimeout: 1000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.ping();
      } finally {
        client.disconnect();
      }
    });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../simulator/random.js';
import { FaultProxy } from '../faults/proxy.js';
import type { Group } from './group.js';
import type { GroupMember } from './member.js';

const POLL_MS = 100;

/**
 * Leads new connections to the present primary, like a proxy that polls the members. It leaves the connections to an earlier
 * primary open.
 */
export class PrimaryProxy {
  /** Each primary, and when it was first seen to take writes, by `performance.now()`. */
  readonly elections: { member: GroupMember; atMs: number }[] = [];
  private isClosed = false;
  private watch: Promise<void> = Promise.resolve();

  private constructor(
    private readonly group: Group,
    private readonly target: { host: string; port: number },
    private readonly proxy: FaultProxy,
  ) {}

  static async start(group: Group): Promise<PrimaryProxy> {
    const target = { host: '127.0.0.1', port: 0 };
    const proxy = new PrimaryProxy(group, target, await FaultProxy.start(target, seededRandom(1)));
    await proxy.look();
    proxy.watch = proxy.keepLooking();
    return proxy;
  }

  get port(): number {
    return this.proxy.port;
  }

  get primary(): GroupMember {
    const latest = this.elections.at(-1);
    if (latest === undefined) throw new Error('the group has no primary');
    return latest.member;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.watch;
    await this.proxy.close();
  }

  private async keepLooking(): Promise<void> {
    while (!this.isClosed) {
      await this.look();
      await sleep(POLL_MS);
    }
  }

  private async look(): Promise<void> {
    const member = await this.group.primary();
    if (member === undefined || member === this.elections.at(-1)?.member) return;
    this.target.port = member.ports.mysql;
    this.elections.push({ member, atMs: performance.now() });
  }
}

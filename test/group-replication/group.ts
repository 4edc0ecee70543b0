import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { mysqlProgram } from '../support/services/mysql-program.js';
import { quietPort } from '../support/services/quiet-port.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { GroupMember } from './member.js';

const SIZE = 3;

/** A single-primary group on loopback. */
export class Group {
  private constructor(
    readonly members: readonly GroupMember[],
    private readonly removeFolder: () => void,
  ) {}

  static async start(options: readonly string[]): Promise<Group> {
    const folder = temporaryFolder('group');
    const ports = await Promise.all(
      Array.from({ length: SIZE }, async () => ({ mysql: await quietPort(), group: await quietPort() })),
    );
    const settings = {
      mysqld: await mysqlProgram(),
      name: randomUUID(),
      password: randomBytes(16).toString('hex'),
      seeds: ports.map((own) => `127.0.0.1:${own.group}`),
      options,
    };
    const members = ports.map(
      (own, index) => new GroupMember(index + 1, join(folder.path, `member${index + 1}`), own, settings),
    );
    const group = new Group(members, () => folder.remove());
    try {
      await Promise.all(members.map((member) => member.install()));
      for (const [index, member] of members.entries()) await member.join({ isFirst: index === 0 });
      return group;
    } catch (error) {
      await group.stop();
      throw error;
    }
  }

  /** The member that takes writes; `undefined` while there is none. */
  async primary(): Promise<GroupMember | undefined> {
    const asked = this.members
      .filter(({ isRunning, isPaused }) => isRunning && !isPaused)
      .map(async (member) => {
        if (!(await member.standing()).isPrimary) throw new Error(`${member.name} is not the primary`);
        return member;
      });
    return Promise.any(asked).catch(() => undefined);
  }

  /** Resolves once all members have what is committed now. */
  async synced(): Promise<void> {
    const [row] = (await (await this.primary())?.query('SELECT @@GLOBAL.gtid_executed AS gtids')) ?? [];
    for (const member of this.members) await member.applied(String(row?.['gtids']));
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()));
    this.removeFolder();
  }
}

import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterNode } from '../clusters/node.js';
import { installMysql, mysqlArgs } from '../support/services/mysql.js';
import type { MysqlProgram } from '../support/services/mysql-program.js';

const TIMEOUT_MS = 120_000;
const POLL_MS = 100;

export interface GroupSettings {
  mysqld: MysqlProgram;
  /** A UUID. */
  name: string;
  password: string;
  /** `127.0.0.1:<port>` of each member's group communication. */
  seeds: string[];
  /** More options of each server. */
  options: readonly string[];
}

export interface MemberPorts {
  mysql: number;
  group: number;
}

/** One mysqld of a group. */
export class GroupMember extends ClusterNode {
  readonly url: string;

  constructor(
    private readonly id: number,
    folder: string,
    readonly ports: MemberPorts,
    private readonly group: GroupSettings,
  ) {
    super(`member${id}`, folder);
    this.url = `mysql://sandi:${group.password}@127.0.0.1:${ports.mysql}`;
  }

  install(): Promise<void> {
    return installMysql(this.group.mysqld, this.folder, this.group.password);
  }

  /** Starts the server and joins the group, or makes a new one; resolves once it has everything the others have. */
  async join({ isFirst = false } = {}): Promise<void> {
    const { program, args } = this.group.mysqld;
    this.run(program, [...args, ...mysqlArgs(this.folder, this.ports.mysql), ...this.options()]);
    await this.until('answers', () => this.query('SELECT 1').then(() => true));
    if (isFirst) await this.query('SET GLOBAL group_replication_bootstrap_group = ON');
    await this.query(`START GROUP_REPLICATION USER = 'sandi', PASSWORD = '${this.group.password}'`);
    if (isFirst) await this.query('SET GLOBAL group_replication_bootstrap_group = OFF');
    await this.online();
  }

  /** Resolves once it is a member with everything the others have. */
  online(): Promise<void> {
    return this.until('is online', async () => (await this.standing()).state === 'ONLINE');
  }

  /** What it says of itself. */
  async standing(): Promise<{ state: string; isPrimary: boolean; uuid: string }> {
    const [row] = await this.query(
      `SELECT @@server_uuid AS uuid, @@super_read_only AS isReadOnly, MEMBER_STATE AS state, MEMBER_ROLE AS role
       FROM performance_schema.replication_group_members WHERE MEMBER_ID IN (@@server_uuid, '')`,
    );
    const state = String(row?.['state'] ?? 'OFFLINE');
    const isPrimary = state === 'ONLINE' && row?.['role'] === 'PRIMARY' && Number(row['isReadOnly']) === 0;
    return { state, isPrimary, uuid: String(row?.['uuid']) };
  }

  /** Resolves once it has applied those transactions. */
  async applied(gtids: string): Promise<void> {
    const [row] = await this.query('SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?) AS isLate', [
      gtids,
      TIMEOUT_MS / 1000,
    ]);
    if (Number(row?.['isLate']) !== 0) throw new Error(`${this.name} did not apply ${gtids}`);
  }

  private async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const deadlineMs = performance.now() + TIMEOUT_MS;
    while (!(await holds().catch(() => false))) {
      if (!this.isRunning || performance.now() > deadlineMs)
        throw new Error(`${this.name} never ${what}. ${this.logTail()}`);
      await sleep(POLL_MS);
    }
  }

  private options(): string[] {
    const { mysqld, name, seeds, options } = this.group;
    const program = mysqld.args.at(-1) ?? mysqld.program;
    return [
      `--plugin-dir=${join(dirname(dirname(program)), 'lib/mysql/plugin')}`,
      '--plugin-load-add=group_replication.so',
      `--server-id=${this.id}`,
      '--log-bin=binlog',
      '--gtid-mode=ON',
      '--enforce-gtid-consistency=ON',
      '--sync-binlog=0',
      '--innodb-flush-log-at-trx-commit=2',
      // Until it has joined.
      '--super-read-only=ON',
      '--report-host=127.0.0.1',
      '--group-replication-start-on-boot=OFF',
      `--group-replication-group-name=${name}`,
      `--group-replication-local-address=127.0.0.1:${this.ports.group}`,
      `--group-replication-group-seeds=${seeds.join(',')}`,
      '--group-replication-ip-allowlist=127.0.0.1/32',
      '--group-replication-recovery-get-public-key=ON',
      `--group-replication-message-cache-size=${128 * 1024 * 1024}`,
      ...options,
    ];
  }
}

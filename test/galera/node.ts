import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterNode } from '../clusters/node.js';
import { programPath } from '../support/services/launch.js';
import { OwnProcess } from '../support/services/own-process.js';
import { quietPort } from '../support/services/quiet-port.js';

const INSTALL_TIMEOUT_MS = 120_000;
const SYNC_TIMEOUT_MS = 120_000;
const RECOVER_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

export interface ClusterSettings {
  name: string;
  provider: string;
  password: string;
  /** `127.0.0.1:<port>` of every node's group communication. */
  members: string[];
}

export interface NodePorts {
  mysql: number;
  group: number;
  ist: number;
  sst: number;
}

export async function nodePorts(): Promise<NodePorts> {
  return {
    mysql: await quietPort(),
    group: await quietPort(),
    ist: await quietPort(),
    sst: await quietPort(),
  };
}

/** One MariaDB with Galera in a folder of its own, on loopback, ended by its id. */
export class GaleraNode extends ClusterNode {
  private starts = 0;

  constructor(
    name: string,
    folder: string,
    private readonly ports: NodePorts,
    private readonly cluster: ClusterSettings,
  ) {
    super(name, folder);
    writeFileSync(this.config, configOf(this.folder, name, ports, cluster), { mode: 0o600 });
  }

  get url(): string {
    return `mysql://sandi:${this.cluster.password}@127.0.0.1:${this.ports.mysql}`;
  }

  /** The first node of a new cluster, with its users. */
  async bootstrap(): Promise<void> {
    const install = new OwnProcess(
      programPath('mariadb-install-db'),
      [
        '--no-defaults',
        `--datadir=${this.data}`,
        `--tmpdir=${join(this.folder, 'tmp')}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        ...asRoot(),
      ],
      join(this.folder, 'install.log'),
    );
    await install.completes(INSTALL_TIMEOUT_MS);
    const users = join(this.folder, 'users.sql');
    writeFileSync(users, usersOf(this.cluster.password), { mode: 0o600 });
    this.start('--wsrep-new-cluster', `--init-file=${users}`);
    await this.synced();
  }

  /**
   * Joins, or joins again: by the missing writes alone where the others still have them, else by a whole copy. A copy
   * that breaks off ends the node, as it does an operator's: then once more, from nothing.
   */
  async join(): Promise<void> {
    const position = this.starts > 0 ? await this.recoveredPosition() : undefined;
    this.start(...(position ? [`--wsrep-start-position=${position}`] : []));
    try {
      await this.synced();
    } catch (error) {
      if (this.isRunning) throw error;
      process.stdout.write(`${(error as Error).message}\n${this.name} starts once more, from nothing.\n`);
      rmSync(this.data, { recursive: true });
      mkdirSync(this.data);
      this.start();
      await this.synced();
    }
  }

  /** Resolves once it is a member with all there is. */
  async synced(): Promise<void> {
    const deadlineMs = performance.now() + SYNC_TIMEOUT_MS;
    for (;;) {
      const state = await this.status('wsrep_local_state_comment').catch(() => 'not there');
      if (state === 'Synced' && (await this.status('wsrep_ready')) === 'ON') return;
      if (!this.isRunning || performance.now() > deadlineMs)
        throw new Error(`${this.name} is ${state}. ${this.logTail()}`);
      await sleep(POLL_MS);
    }
  }

  async status(variable: string): Promise<string> {
    const [row] = await this.query('SHOW GLOBAL STATUS LIKE ?', [variable]);
    return String(row?.['Value'] ?? '');
  }

  /** Resolves once it shows all that was committed on any node by now. */
  async caughtUp(): Promise<void> {
    await this.query(
      'SET STATEMENT wsrep_sync_wait = 1 FOR SELECT COUNT(*) FROM information_schema.schemata',
    );
  }

  /** How its joins went so far: by a whole copy, or by the missing writes alone. */
  async transfers(): Promise<{ copies: number; increments: number }> {
    const log = await readFile(this.log, 'utf8');
    const count = (text: RegExp) => log.match(text)?.length ?? 0;
    return { copies: count(/Proceeding with SST/g), increments: count(/Running IST/g) };
  }

  private start(...args: string[]): void {
    this.starts += 1;
    this.run(programPath('mariadbd'), [`--defaults-file=${this.config}`, ...args]);
  }

  /** Where a node that was killed had got to, in the form that the start takes. */
  private async recoveredPosition(): Promise<string | undefined> {
    const log = join(this.folder, `recover-${this.starts}.log`);
    const recovery = new OwnProcess(
      programPath('mariadbd'),
      [`--defaults-file=${this.config}`, '--wsrep-recover', '--wsrep-on=ON'],
      log,
    );
    await recovery.completes(RECOVER_TIMEOUT_MS);
    return /Recovered position:\s*(\S+:-?\d+\S*)/.exec(await readFile(log, 'utf8'))?.[1];
  }

  private get config(): string {
    return join(this.folder, 'my.cnf');
  }
}

/** What docs/galera.md recommends, with small buffers and all addresses on loopback. */
function configOf(folder: string, name: string, ports: NodePorts, cluster: ClusterSettings): string {
  const options = [
    `base_host=127.0.0.1`,
    `base_port=${ports.group}`,
    `gmcast.listen_addr=tcp://127.0.0.1:${ports.group}`,
    `ist.recv_addr=127.0.0.1:${ports.ist}`,
    `ist.recv_bind=127.0.0.1:${ports.ist}`,
    'gcache.size=64M',
    // A dead node is out after some seconds instead of half a minute.
    'evs.keepalive_period=PT0.5S',
    'evs.suspect_timeout=PT3S',
    'evs.inactive_timeout=PT6S',
  ];
  const lines = [
    '[mysqld]',
    `datadir=${join(folder, 'data')}`,
    `tmpdir=${join(folder, 'tmp')}`,
    `socket=${join(folder, 'server.sock')}`,
    `pid-file=${join(folder, 'server.pid')}`,
    `port=${ports.mysql}`,
    'bind-address=127.0.0.1',
    'skip-name-resolve',
    'character-set-server=utf8mb4',
    'max-connections=200',
    'default-storage-engine=InnoDB',
    'binlog-format=ROW',
    'skip-log-bin',
    'innodb-autoinc-lock-mode=2',
    'innodb-buffer-pool-size=64M',
    'innodb-log-file-size=32M',
    'innodb-flush-log-at-trx-commit=2',
    'wsrep-on=ON',
    `wsrep-provider=${cluster.provider}`,
    `wsrep-cluster-name=${cluster.name}`,
    `wsrep-cluster-address=gcomm://${cluster.members.join(',')}`,
    `wsrep-node-name=${name}`,
    `wsrep-node-address=127.0.0.1:${ports.group}`,
    `wsrep-provider-options=${options.join(';')}`,
    'wsrep-sst-method=mariabackup',
    `wsrep-sst-auth=sst:${cluster.password}`,
    `wsrep-sst-receive-address=127.0.0.1:${ports.sst}`,
    'wsrep-slave-threads=2',
    ...(asRoot().length > 0 ? ['user=root'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function usersOf(password: string): string {
  return [
    "DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';",
    'FLUSH PRIVILEGES;',
    `CREATE USER 'sandi'@'127.0.0.1' IDENTIFIED BY '${password}';`,
    "GRANT ALL PRIVILEGES ON *.* TO 'sandi'@'127.0.0.1' WITH GRANT OPTION;",
    `CREATE USER 'sst'@'localhost' IDENTIFIED BY '${password}';`,
    "GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR, REPLICA MONITOR ON *.* TO 'sst'@'localhost';",
    '',
  ].join('\n');
}

const asRoot = () => (process.getuid?.() === 0 ? ['--user=root'] : []);

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { locate } from '../support/services/find-program.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { GaleraNode, nodePorts } from './node.js';

const PROVIDERS = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
];
const PROGRAMS = ['mariadbd', 'mariadb-install-db', 'mariadb-backup', 'socat'];

/** Why no cluster can be started here, in one line that says how to mend it; `undefined`: it can. */
export function galeraIsMissing(): string | undefined {
  const missing = PROGRAMS.filter((program) => locate(program) === undefined);
  if (!PROVIDERS.some((path) => existsSync(path))) missing.unshift('libgalera_smm.so');
  if (missing.length === 0) return undefined;
  return (
    `Skipped Galera: ${missing.join(', ')} not found; ` +
    'get it with "apt-get install mariadb-server galera-4 mariadb-backup socat".'
  );
}

/** A real cluster on loopback: the first node makes it, each other one takes a copy from those before. */
export class GaleraCluster {
  private constructor(
    readonly nodes: readonly GaleraNode[],
    private readonly removeFolder: () => void,
  ) {}

  static async start(size: number): Promise<GaleraCluster> {
    const folder = temporaryFolder('galera');
    const ports = await Promise.all(Array.from({ length: size }, nodePorts));
    const settings = {
      name: `sandi_${randomBytes(4).toString('hex')}`,
      provider: PROVIDERS.find((path) => existsSync(path)) ?? '',
      password: randomBytes(16).toString('hex'),
      members: ports.map(({ group }) => `127.0.0.1:${group}`),
    };
    const nodes = ports.map(
      (own, index) =>
        new GaleraNode(`node${index + 1}`, join(folder.path, `node${index + 1}`), own, settings),
    );
    const cluster = new GaleraCluster(nodes, () => folder.remove());
    try {
      const [first, ...others] = nodes;
      await first?.bootstrap();
      for (const node of others) await node.join();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) if (node.isRunning) await node.stop();
    this.removeFolder();
  }
}

import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { OptionError } from '../command-line.js';

export interface Machine {
  cores: number;
  model: string;
  memoryMib: number;
  node: string;
  database: string;
}

/** @param node the version that the servers run on */
export function machineWith(database: string, node: string): Machine {
  const [first] = cpus();
  return {
    cores: cpus().length,
    model: first?.model.trim() ?? 'unknown',
    memoryMib: Math.round(totalmem() / 2 ** 20),
    node,
    database,
  };
}

export function machineLine({ cores, model, memoryMib, node, database }: Machine): string {
  return `${cores} cores (${model}), ${Math.round(memoryMib / 1024)} GiB, Node.js ${node}, ${database}, flush at every commit`;
}

/** The version of the Node.js at this path; throws {@link OptionError} if there is none. */
export function nodeVersion(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  } catch (cause) {
    throw new OptionError(`--node ${path} does not run`, { cause });
  }
}

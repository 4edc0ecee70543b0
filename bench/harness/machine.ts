import { cpus, totalmem } from 'node:os';

export interface Machine {
  cores: number;
  model: string;
  memoryMib: number;
  node: string;
  database: string;
}

export function machineWith(database: string): Machine {
  const [first] = cpus();
  return {
    cores: cpus().length,
    model: first?.model.trim() ?? 'unknown',
    memoryMib: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    database,
  };
}

export function machineLine({ cores, model, memoryMib, node, database }: Machine): string {
  return `${cores} cores (${model}), ${Math.round(memoryMib / 1024)} GiB, Node.js ${node}, ${database}, flush at every commit`;
}

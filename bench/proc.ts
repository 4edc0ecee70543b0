import { readdirSync, readFileSync } from 'node:fs';

/** What Linux says of processes, in /proc. */

/** USER_HZ: the unit of CPU times there, on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
/** After the process's name in parentheses: state, then its parent; utime and stime. */
const PARENT = 1;
const UTIME = 11;
const STIME = 12;

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** CPU time that processes have taken so far, all their threads together. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map(statOf).map((stat) => Number(stat[UTIME]) + Number(stat[STIME]));
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS_PER_SECOND;
}

/** A process with its children and theirs. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(statOf(Number(name))[PARENT]));
    } catch {
      // It ended meanwhile.
    }
  }
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

/** Resident memory of processes together, in MiB: now, or the most that each ever had. */
export function memoryMib(pids: readonly number[], which: 'now' | 'peak'): number {
  const line = which === 'now' ? /^VmRSS:\s+(\d+)/m : /^VmHWM:\s+(\d+)/m;
  const kib = pids.map((pid) => Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]));
  return kib.reduce((sum, own) => sum + own, 0) / 1024;
}

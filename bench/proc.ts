import { readdirSync, readFileSync } from 'node:fs';

/** Data about processes from Linux's /proc. */

/** USER_HZ, the unit of CPU times in /proc. It is 100 on every architecture of Node.js. */
const TICKS_PER_SECOND = 100;
/** Positions in /proc/<pid>/stat, counted after the process name in parentheses. */
const PARENT = 1;
const UTIME = 11;
const STIME = 12;

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The CPU time that processes have used so far, over all threads. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map(statOf).map((stat) => Number(stat[UTIME]) + Number(stat[STIME]));
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS_PER_SECOND;
}

/** The ids of a process and of all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(statOf(Number(name))[PARENT]));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

/** The sum of the resident memory of processes in MiB: the present values, or the peak of each. */
export function memoryMib(pids: readonly number[], which: 'now' | 'peak'): number {
  const line = which === 'now' ? /^VmRSS:\s+(\d+)/m : /^VmHWM:\s+(\d+)/m;
  const kib = pids.map((pid) => Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]));
  return kib.reduce((sum, own) => sum + own, 0) / 1024;
}

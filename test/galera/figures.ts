import type { GaleraCluster } from './cluster.js';

const COUNTERS = [
  'wsrep_local_commits',
  'wsrep_local_cert_failures',
  'wsrep_local_bf_aborts',
  'Innodb_deadlocks',
] as const;

export type WsrepCounters = Record<(typeof COUNTERS)[number], number>[];

/** Each node's own; a node that was started anew counts from 0. */
export function wsrepCounters({ nodes }: GaleraCluster): Promise<WsrepCounters> {
  return Promise.all(
    nodes.map(async (node) => {
      const entries = COUNTERS.map(async (name) => [name, Number(await node.status(name))] as const);
      return Object.fromEntries(await Promise.all(entries)) as WsrepCounters[number];
    }),
  );
}

/** How many commits of whose work other nodes made void. */
export function describeFlow(before: WsrepCounters, after: WsrepCounters): string {
  const sum = (name: (typeof COUNTERS)[number]) =>
    after.reduce((total, node, index) => {
      const earlier = before[index]?.[name] ?? 0;
      return total + (node[name] >= earlier ? node[name] - earlier : node[name]);
    }, 0);
  return (
    `${sum('wsrep_local_commits')} commits, ${sum('wsrep_local_cert_failures')} failed certification, ` +
    `${sum('wsrep_local_bf_aborts')} aborted by another node's, ${sum('Innodb_deadlocks')} deadlocks`
  );
}

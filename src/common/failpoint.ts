/**
 * Places where a test may end the process as `kill -9` does: before and after every await of the money path. Each is
 * called exactly once in src; test/faults kills the service at every one of them.
 */
export const FAILPOINTS = [
  // Every transaction.
  'tx.begin',
  'tx.work',
  'tx.commit',
  'tx.committed',
  // The Idempotency-Key of a request.
  'key.look',
  'key.found',
  'key.take',
  'key.taken',
  // A send, from its limits to its answer.
  'send.limits',
  'send.device',
  'send.open',
  'open.begin',
  'open.surveyed',
  'open.committed',
  'send.opened',
  'dispatch.pick',
  'dispatch.picked',
  'dispatch.call',
  'dispatch.answered',
  'send.dispatched',
  'settle.begin',
  'settle.surveyed',
  'settle.committed',
  'settle.expected',
  'settle.expected-committed',
  'send.settled',
  'send.answer',
  // Every movement of credit, and a top-up around it.
  'credit.held',
  'credit.entered',
  'topup.key',
  'topup.moved',
  'topup.audited',
  'topup.kept',
  // A callback.
  'callback.find',
  'callback.found',
  'callback.settled',
  'inbox.store',
  'inbox.stored',
  'inbox.waiting',
  // The recovery.
  'recovery.due',
  'recovery.claimed',
  'recovery.looked-up',
  'recovery.settled',
  'recovery.applied',
  'recovery.key',
  'recovery.kept',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** Kills the process here when FAILPOINT asks for it, with nothing flushed; an empty function outside of tests. */
export const failpoint: (name: Failpoint) => void = armed(process.env) ?? (() => undefined);

/**
 * Reads `FAILPOINT=<name>` or `<name>:<nth>` (that many passes later), in NODE_ENV=test alone. With FAILPOINT_HOLD=1
 * passes count from SIGUSR2 on, so that a test can let the recovery of its last kill end first.
 */
function armed(env: NodeJS.ProcessEnv): ((name: Failpoint) => void) | undefined {
  if (env['NODE_ENV'] !== 'test' || !env['FAILPOINT']) return undefined;
  const [target, nth = '1'] = env['FAILPOINT'].split(':');
  let left = Number(nth);
  let held = env['FAILPOINT_HOLD'] === '1';
  if (held) process.on('SIGUSR2', () => (held = false));
  return (name) => {
    if (name === target && !held && --left === 0) process.kill(process.pid, 'SIGKILL');
  };
}

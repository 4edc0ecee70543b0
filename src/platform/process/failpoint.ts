/**
 * Places where a test may end the process as `kill -9` does: around the awaits of the money path that write or call a gateway. Each name is
 * called once in src; test/faults kills the service at every one of them. With nothing flushed, when FAILPOINT asks for it;
 * an empty function outside of tests.
 */
export const failpoint: (name: string) => void = armed(process.env) ?? (() => undefined);

/**
 * Reads `FAILPOINT=<name>` or `<name>:<nth>` (that many passes later), in NODE_ENV=test alone. With FAILPOINT_HOLD=1
 * passes count from SIGUSR2 on, so that a test can let the recovery of its last kill end first.
 */
function armed(env: NodeJS.ProcessEnv): ((name: string) => void) | undefined {
  if (env['NODE_ENV'] !== 'test' || !env['FAILPOINT']) return undefined;
  const [target, nth = '1'] = env['FAILPOINT'].split(':');
  let left = Number(nth);
  let held = env['FAILPOINT_HOLD'] === '1';
  if (held) process.on('SIGUSR2', () => (held = false));
  return (name) => {
    if (name === target && !held && --left === 0) process.kill(process.pid, 'SIGKILL');
  };
}

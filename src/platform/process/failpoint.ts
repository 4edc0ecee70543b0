/**
 * Places where a fault test can kill the process, around the awaits of the money path. Each name is used once
 * in src, and test/faults kills the service at each. Does nothing outside of tests.
 */
export const failpoint: (name: string) => void = armed(process.env) ?? (() => undefined);

/** Reads `FAILPOINT=<name>` or `<name>:<nth>` in tests. With FAILPOINT_HOLD=1 it counts from SIGUSR2 on. */
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

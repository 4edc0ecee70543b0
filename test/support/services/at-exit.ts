type Cleanup = () => void;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const cleanups = new Set<Cleanup>();
let watching = false;

/**
 * Runs a synchronous cleanup when this process ends before its owner could tidy up (Ctrl-C,
 * a crash, a worker that is killed). Returns the function that withdraws it.
 */
export function atExit(cleanup: Cleanup): () => void {
  watch();
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

function watch(): void {
  if (watching) return;
  watching = true;
  process.once('exit', runAll);
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      runAll();
      // Our listener took away Node's default, which is to end; give it back unless vitest listens too.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

/** Newest first: a process is ended before its folder is removed. */
function runAll(): void {
  for (const cleanup of [...cleanups].reverse()) cleanup();
  cleanups.clear();
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'rolldown';
import { BUNDLE, OUTPUT, ROOT } from './bundle.mjs';

/** An editor may write a file in two steps, and several files at once. */
const SAVED_MS = 50;

/**
 * Builds `input` to `file` after each change of its sources, and runs it with `node --watch`, which restarts it after
 * each build. A build that fails leaves the running process alone.
 */
export function runAndWatch({ input, file, env, say }) {
  let child;
  const watcher = watch({
    ...BUNDLE,
    input,
    output: { ...OUTPUT, file, codeSplitting: false },
    plugins: [{ name: 'log', watchChange: (path) => say(`changed: ${path.replace(ROOT, '')}`) }],
    watch: { buildDelay: SAVED_MS },
  });
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') say(event.error.message);
    if (event.code === 'BUNDLE_END') child ??= start(file, env);
    if ('result' in event) void event.result?.close();
  });
  return {
    async close() {
      await watcher.close();
      if (child) await stop(child);
    },
  };
}

function start(file, env) {
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', file], { env, stdio: 'inherit' });
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

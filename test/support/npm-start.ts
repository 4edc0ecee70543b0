import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Program } from './program.js';
import { quietPort } from './services/quiet-port.js';

/** The environment of a newcomer: the embedded default, in a folder of its own and beside whatever else runs on this machine. */
export async function newcomersEnvironment(folder: string) {
  return {
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'sandi.sqlite')}`,
    PORT: String(await quietPort()),
    SIMULATOR_PORT: String(await quietPort()),
    LOG_FORMAT: 'short',
  };
}

/** What `npm start` runs, until the test ends. */
export function npmStart(folder: string, env: Record<string, string>): Program {
  // Not where a developer may have a .env of their own.
  const start = new Program('scripts/start.mjs', env, { cwd: folder });
  // It takes its service and its simulator along.
  onTestFinished(async () => void (await stop(start)));
  return start;
}

export function stop(start: Program): ReturnType<Program['exit']> {
  start.signal('SIGTERM');
  return start.exit();
}

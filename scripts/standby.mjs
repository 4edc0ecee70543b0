// Loaded before a program of `npm run dev`: loads the libraries that it will need, and lets it run when it is told to.
import { on } from 'node:events';

// Also when whoever watches was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
for await (const [{ libraries = [], go }] of on(process, 'message')) {
  // One that cannot be loaded by its bare name is loaded by the program itself.
  for (const name of libraries) await import(name).catch(() => undefined);
  if (go) break;
}
// So that the program may end by itself.
process.channel?.unref();

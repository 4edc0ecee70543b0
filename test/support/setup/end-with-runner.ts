/**
 * Ends a worker whose vitest was killed. It would otherwise run its test file to the end, or for ever.
 * Uses SIGTERM, since vitest intercepts process.exit() in a worker.
 */
const end = Symbol.for('sandi.test.end-with-runner');
const once = globalThis as { [end]?: true };

// Vitest runs this for every file of a worker.
if (!once[end]) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
once[end] = true;
export {};

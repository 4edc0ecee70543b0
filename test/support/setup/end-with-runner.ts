/**
 * A worker whose vitest was killed would otherwise run its test file to the end, or for ever.
 * SIGTERM and not process.exit(), which vitest intercepts inside a worker.
 */
const end = Symbol.for('sandi.test.end-with-runner');
const once = globalThis as { [end]?: true };

// Every file of a worker comes by here.
if (!once[end]) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
once[end] = true;
export {};

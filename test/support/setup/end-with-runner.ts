/**
 * A worker whose vitest was killed would otherwise run its test file to the end, or for ever.
 * SIGTERM and not process.exit(), which vitest intercepts inside a worker.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

// `npm run check`: everything but the tests, two at a time, the longest first but for the format, which is what is red most; says of each how it went.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

const AT_ONCE = 2;
const waiting = [
  'check:lint',
  'check:format',
  'check:types',
  'check:dashboard',
  'check:dependencies',
  'check:unused',
  'check:workflows',
];
const failed = [];

await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
if (failed.length > 0) process.stdout.write(`\nfailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function workThrough() {
  for (let name; (name = waiting.shift());) {
    const startedAtMs = performance.now();
    const { code, output } = await run(name);
    const seconds = Math.round((performance.now() - startedAtMs) / 1000);
    process.stdout.write(
      `${name}: ${code === 0 ? 'passed' : 'failed'} (${seconds} s)\n${code === 0 ? '' : output}`,
    );
    if (code !== 0) failed.push(name);
  }
}

/** What it says is kept together, since another one speaks at the same time. */
function run(name) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

import { isIP } from 'node:net';
import { startSimulator } from './gateway.js';
import { helpText, readSettings, SettingError, unknownVariables } from './settings.js';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  for (const name of unknownVariables(process.env))
    print(`${name} is not a setting of the simulator; see --help.`);
  const simulator = await startSimulator({ ...settings, print });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // The process ends by itself once nothing is open.
    process.on(signal, () => void simulator.close());
  }
  if (!isLoopback(settings.host))
    print('Listening beyond loopback: anyone with the token can read the codes.');
  print(
    `Gateway simulator on ${simulator.url}; callbacks to ${settings.callbackUrl ?? 'nowhere'}; switches: --help`,
  );
}

/** A failed start in one line that says what to fix. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingError) return error.message;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE' || code === 'EACCES')
    return `SIMULATOR_PORT cannot be listened on: ${error.message}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `SIMULATOR_HOST is no address here: ${error.message}`;
  return error.stack ?? error.message;
}

// A reader that has gone (a closed pipe) is no reason to stop being a gateway.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  print(helpText().trimEnd());
} else {
  run().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  });
}

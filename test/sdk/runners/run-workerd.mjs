// Starts workerd with the SDK in a worker, and hands it the requests that come in lines.
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const SDK = 'node_modules/sandi-sdk/dist/esm';
const modules = [
  ['worker.mjs', 'embed "worker.mjs"'],
  ['operations.mjs', 'embed "operations.mjs"'],
  // As a bundler would find it.
  ['sandi-sdk', `"export * from './sdk/index.js';"`],
  ...readdirSync(SDK)
    .filter((file) => file.endsWith('.js'))
    .map((file) => [`sdk/${file}`, `embed "${SDK}/${file}"`]),
];
const config = `workerd-${process.pid}.capnp`;
writeFileSync(
  config,
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      compatibilityDate = "2025-01-01",
      modules = [${modules.map(([name, source]) => `(name = "${name}", esModule = ${source})`).join(', ')}],
    )),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);`,
);

const workerd = spawn('workerd', ['serve', config, '--control-fd=3'], {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => workerd.kill());
const port = await new Promise((resolve, reject) => {
  workerd.once('exit', () => reject(new Error('workerd ended')));
  createInterface({ input: workerd.stdio[3] }).on('line', (line) => {
    const { event, socket, port } = JSON.parse(line);
    if (event === 'listen' && socket === 'http') resolve(port);
  });
});

for await (const body of createInterface({ input: process.stdin })) {
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
  process.stdout.write(`${await answer.text()}\n`);
}
workerd.kill();

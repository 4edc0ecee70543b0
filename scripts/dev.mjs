// `npm run dev`: service and simulator, restarted when their sources change, and the dashboard from Vite, which reloads
// by itself. Types are not checked here: your editor does, and `npm run check:types`.
import { fileURLToPath } from 'node:url';
import { servePages } from '../dashboard/scripts/serve-pages.mjs';
import { importSources } from './bundle.mjs';
import { readDotEnv } from './dot-env.mjs';
import { environments } from './environments.mjs';
import { runAndWatch } from './run-and-watch.mjs';

readDotEnv();
process.env.LOG_FORMAT ||= 'short';
process.env.WEB_CONCURRENCY = '1';
const pages = await servePages(`http://127.0.0.1:${process.env.PORT || 3000}`);
// Links in mails open the pages that Vite serves; Vite passes every other path to the service.
process.env.PUBLIC_URL ||= pages.url;

const [config] = await importSources('config', 'src/config/index.ts');
const { service, simulator } = await environments(config);
const running = [pages];
if (simulator) running.push(run('simulator', 'simulator/main.ts', simulator));
running.push(run('service', 'src/main.ts', service));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

function run(name, input, env) {
  const file = fileURLToPath(new URL(`../dist/dev/${name}.js`, import.meta.url));
  return runAndWatch({ input, file, env, say });
}

async function stop() {
  await Promise.all(running.map((each) => each.close()));
  process.exit(0);
}

function say(text) {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
}

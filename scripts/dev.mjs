// `npm run dev`: service and simulator, each started anew when its sources change, and the dashboard from Vite, which
// reloads by itself. Types are not checked here: your editor does, and `npm run check:types`.
import { fileURLToPath } from 'node:url';
import { servePages } from '../dashboard/scripts/serve-pages.mjs';
import { importSources } from './bundle.mjs';
import { readDotEnv } from './dot-env.mjs';
import { environments } from './environments.mjs';
import { keepRunning } from './restarts.mjs';

const builtFile = (name) => fileURLToPath(new URL(`../dist/dev/${name}.js`, import.meta.url));

readDotEnv();
process.env.LOG_FORMAT ||= 'short';
process.env.WEB_CONCURRENCY = '1';
const pages = await servePages(`http://127.0.0.1:${process.env.PORT || 3000}`);
// Links in mails lead to the pages that are watched; what is not a page is handed on to the service.
process.env.PUBLIC_URL ||= pages.url;

const [config] = await importSources('config', 'src/config/index.ts');
const { service, simulator } = await environments(config);
const running = [];
if (simulator) running.push(keep('simulator', 'simulator/main.ts', simulator));
// Who the demo account is, is said once.
running.push(keep('service', 'src/main.ts', service, { ...service, DEMO: '0' }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

function keep(name, input, first, later) {
  return keepRunning({ input, file: builtFile(name), first, later, say });
}

async function stop() {
  await Promise.all([pages, ...running].map((each) => each.close()));
  process.exit(0);
}

function say(text) {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
}

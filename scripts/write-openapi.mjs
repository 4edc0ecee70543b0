// `npm run openapi`: writes the OpenAPI documents, as the booted service serves them, to dist/openapi.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSources } from './bundle.mjs';

const DOCUMENTS = {
  integrator: '/docs/openapi.json',
  account: '/docs/account/openapi.json',
  admin: '/docs/admin/openapi.json',
};

const [{ createApp }, { loadConfig }] = await importSources('openapi', 'src/app.ts', 'src/config/index.ts');

const folder = mkdtempSync(join(tmpdir(), 'sandi-openapi-'));
try {
  const target = fileURLToPath(new URL('../dist/openapi', import.meta.url));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [name, document] of Object.entries(await servedDocuments()))
    writeFileSync(join(target, `${name}.json`), `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`Wrote ${target}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function servedDocuments() {
  const config = loadConfig({
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'openapi.sqlite')}`,
    PUBLIC_URL: 'https://sandi.test',
    LOG_LEVEL: 'error',
  });
  const app = await createApp({ config });
  try {
    await app.listen(0, '127.0.0.1');
    const base = await app.getUrl();
    const served = {};
    for (const [name, address] of Object.entries(DOCUMENTS))
      served[name] = await (await fetch(`${base}${address}`)).json();
    return served;
  } finally {
    await app.close();
  }
}

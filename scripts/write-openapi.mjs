// `npm run openapi`: writes the OpenAPI document, as the booted service serves it, to dist/openapi.json.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSources } from './bundle.mjs';

const [{ createApp }, { loadConfig }] = await importSources(
  'openapi',
  'src/app.ts',
  'src/common/config/index.ts',
);

const folder = mkdtempSync(join(tmpdir(), 'sandi-openapi-'));
try {
  const file = fileURLToPath(new URL('../dist/openapi.json', import.meta.url));
  writeFileSync(file, `${JSON.stringify(await servedDocument(), null, 2)}\n`);
  process.stdout.write(`Wrote ${file}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function servedDocument() {
  const config = loadConfig({
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'openapi.sqlite')}`,
    PUBLIC_URL: 'https://sandi.test',
    LOG_LEVEL: 'error',
  });
  const app = await createApp({ config });
  try {
    await app.listen(0, '127.0.0.1');
    const answer = await fetch(`${await app.getUrl()}/docs/openapi.json`);
    return await answer.json();
  } finally {
    await app.close();
  }
}

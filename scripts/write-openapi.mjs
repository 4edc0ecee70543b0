// `npm run openapi:lint`: the OpenAPI document, as the booted service serves it, held against redocly.yaml.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenStale } from './build-when-stale.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

buildWhenStale();
const folder = mkdtempSync(join(tmpdir(), 'sandi-openapi-'));
try {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, await servedDocument());
  const { status } = spawnSync(
    process.execPath,
    [REDOCLY, 'lint', file, '--config', join(ROOT, 'redocly.yaml')],
    {
      stdio: 'inherit',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function servedDocument() {
  const { createApp } = await import('../dist/src/app.js');
  const { loadConfig } = await import('../dist/src/common/config/index.js');
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
    return await answer.text();
  } finally {
    await app.close();
  }
}

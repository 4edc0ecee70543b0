import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

export const SCRIPT = `console.log(${JSON.stringify('sandi '.repeat(400))});\n`;

export const HTML = `<!doctype html>
<html lang="id">
  <head>
    <meta property="csp-nonce" nonce="__CSP_NONCE__" />
    <script type="module" src="/assets/index-A1b2C3.js" nonce="__CSP_NONCE__"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

/** A dashboard as a build leaves it, in a folder of its own, with things beside it that nobody may read. */
export function builtDashboard(): TemporaryFolder & { dashboard: string } {
  const folder = temporaryFolder('dashboard');
  const dashboard = join(folder.path, 'dashboard');
  mkdirSync(join(dashboard, 'assets'), { recursive: true });
  mkdirSync(join(dashboard, '.vite'));
  const files: Record<string, string | Buffer> = {
    'index.html': HTML,
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/index-A1b2C3.js': SCRIPT,
    'assets/index-A1b2C3.js.br': brotliCompressSync(SCRIPT),
    'assets/index-A1b2C3.js.gz': gzipSync(SCRIPT),
    'assets/index-D4e5F6.css': 'body{margin:0}',
    'assets/index-A1b2C3.js.map': '{}',
    '.vite/manifest.json': '{}',
    '../secret.txt': 'not for anyone',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dashboard, name), content);
  return { ...folder, dashboard };
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** The gateways' own documents, where they lie beside the checkout: not ours to keep in it. */
const FOLDER = fileURLToPath(new URL('../../../shared/gateways/', import.meta.url));

export const hasPublished = existsSync(FOLDER);

type Document = Record<string, unknown>;

/** What a published document finds wrong with a body sent to `path`; `patch` mends a defect of the document. */
export function publishedRequest(
  file: string,
  path: string,
  patch: (document: Document) => void = () => undefined,
  method: 'post' | 'put' | 'patch' = 'post',
): (body: unknown) => string[] {
  const document = readDocument(file);
  patch(document);
  // Documents carry what no schema checks (examples, discriminators), and formats that nobody defines.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'document');
  const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
  const validate = ajv.compile({ $ref: `document#/${pointer.map(escaped).join('/')}` });
  return (body) => {
    validate(body);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

const escaped = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');

/** YAML is turned into JSON by the linter of our own document. */
function readDocument(file: string): Document {
  const source = join(FOLDER, file);
  if (file.endsWith('.json')) return JSON.parse(readFileSync(source, 'utf8')) as Document;
  const folder = mkdtempSync(join(tmpdir(), 'sandi-published-'));
  try {
    const target = join(folder, 'document.json');
    execFileSync(process.execPath, [redocly(), 'bundle', source, '--output', target, '--ext', 'json'], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: 'ignore',
    });
    return JSON.parse(readFileSync(target, 'utf8')) as Document;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function redocly(): string {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  return join(dirname(manifest), 'bin/cli.js');
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

/** The gateways' own documents, where they lie beside the checkout: not ours to keep in it. */
const FOLDER = fileURLToPath(new URL('../../../../shared/gateways/', import.meta.url));

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

function readDocument(file: string): Document {
  return parse(readFileSync(join(FOLDER, file), 'utf8')) as Document;
}

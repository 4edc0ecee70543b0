import type { CallOptions } from '../support/api.js';
import { wholeDocument } from '../support/openapi.js';

interface Schema {
  $ref?: string;
  example?: unknown;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
}

interface Operation {
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** A request as the document describes it, with the examples that stand there. */
export interface Described extends CallOptions {
  /** `POST /api/otp/send`. */
  name: string;
  method: string;
  path: string;
}

/** One request for every operation of the service's own document. */
export async function everyRequest(
  url: string,
  tokenOf: (scheme: string) => string | undefined,
): Promise<Described[]> {
  const document = (await wholeDocument(url)) as Document;
  return Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations).map(([verb, { security = [], requestBody }]) => {
      const method = verb.toUpperCase();
      const schema = requestBody?.content['application/json']?.schema;
      return {
        name: `${method} ${route}`,
        method,
        path: route.replace(/\{[^}]+\}/g, '1'),
        token: security.flatMap((requirement) => Object.keys(requirement)).map(tokenOf)[0],
        body: schema && exampleOf(document, schema),
      };
    }),
  );
}

function exampleOf(document: Document, schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  const parts = schema.$ref
    ? [document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}]
    : (schema.allOf ?? []);
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => exampleOf(document, part))) as object;
  const members = Object.entries(schema.properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(document, member)]));
}

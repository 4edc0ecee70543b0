import { wholeDocument } from '../support/openapi.js';

/** What of the generated OpenAPI document a request is made of. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  example?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
}

interface Parameter {
  name: string;
  in: string;
  example?: unknown;
  schema?: Schema;
}

export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** The credential it asks for. */
  scheme: string | undefined;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[];
        security?: Record<string, unknown>[];
        requestBody?: { content: Record<string, { schema: Schema } | undefined> };
      }
    >
  >;
  components: { schemas: Record<string, Schema> };
}

export class Operations {
  readonly all: readonly Operation[];

  constructor(private readonly document: Document) {
    this.all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], security = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        scheme: Object.keys(security[0] ?? {})[0],
        body: requestBody?.content['application/json']?.schema,
      })),
    );
  }

  static async of(url: string): Promise<Operations> {
    return new Operations(await wholeDocument(url));
  }

  /** A value as the document describes it. */
  exampleOf(schema: Schema | undefined, levels = 6): unknown {
    if (!schema || levels === 0) return null;
    if (schema.example !== undefined) return schema.example;
    if (schema.default !== undefined) return schema.default;
    if (schema.enum) return schema.enum[0];
    if (schema.$ref) return this.exampleOf(this.named(schema.$ref), levels - 1);
    const [part] = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    if (part) return this.exampleOf(part, levels - 1);
    if (schema.properties)
      return Object.fromEntries(
        Object.entries(schema.properties).map(([key, member]) => [key, this.exampleOf(member, levels - 1)]),
      );
    return byType(schema, () => this.exampleOf(schema.items, levels - 1));
  }

  private named(ref: string): Schema | undefined {
    return this.document.components.schemas[ref.split('/').at(-1) ?? ''];
  }
}

function byType({ type: types, minimum }: Schema, item: () => unknown): unknown {
  const [type] = [types].flat();
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [item()];
  return type === 'object' ? {} : 'teks';
}

/** The addresses of the service's documents, each for one kind of reader. */
export const DOCUMENT_PATHS = [
  '/docs/openapi.json',
  '/docs/account/openapi.json',
  '/docs/admin/openapi.json',
];

interface OpenApi<Operation> {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, object> };
}

/** All documents as one, with shared responses and examples written out where they are named. */
export async function wholeDocument<Operation = object>(url: string): Promise<OpenApi<Operation>> {
  const documents = await Promise.all(
    DOCUMENT_PATHS.map(async (path) => {
      const text = await (await fetch(url + path)).text();
      return writtenOut(JSON.parse(text)) as OpenApi<Operation>;
    }),
  );
  return {
    paths: Object.assign({}, ...documents.map(({ paths }) => paths)) as OpenApi<Operation>['paths'],
    webhooks: Object.assign(
      {},
      ...documents.map(({ webhooks }) => webhooks),
    ) as OpenApi<Operation>['webhooks'],
    components: {
      schemas: Object.assign({}, ...documents.map(({ components }) => components.schemas)) as Record<
        string,
        object
      >,
    },
  };
}

/** References to all but schemas, which may name themselves, are replaced by what they name. */
function writtenOut(document: unknown): unknown {
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve);
    if (typeof part !== 'object' || part === null) return part;
    const name = (part as { $ref?: string }).$ref;
    if (name !== undefined && !name.startsWith('#/components/schemas/')) return resolve(at(document, name));
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, resolve(member)]));
  };
  return resolve(document);
}

function at(document: unknown, reference: string): unknown {
  const names = reference.slice('#/'.length).split('/');
  return names.reduce((part, name) => (part as Record<string, unknown>)[name], document);
}

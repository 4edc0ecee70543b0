import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { DocumentedOperation } from './complete.js';

type Components = NonNullable<OpenAPIObject['components']>;

/** Moves responses of several operations to components. */
export function shareResponses(operations: readonly Pick<DocumentedOperation, 'responses'>[]) {
  const users = new Map<string, { status: string; operations: Pick<DocumentedOperation, 'responses'>[] }>();
  for (const operation of operations)
    for (const [status, response] of Object.entries(operation.responses)) {
      const text = JSON.stringify(response);
      const known = users.get(text) ?? { status, operations: [] };
      known.operations.push(operation);
      users.set(text, known);
    }
  const shared: NonNullable<Components['responses']> = {};
  for (const [text, { status, operations }] of users) {
    if (operations.length < 2) continue;
    const name = nameOf(status, shared);
    shared[name] = JSON.parse(text) as (typeof shared)[string];
    for (const { responses } of operations) responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

/** The name of a shared response: the status phrase, with a number if that is taken. */
function nameOf(status: string, taken: object): string {
  const name = (STATUS_CODES[status] ?? `Status${status}`).replace(/\W/g, '');
  let number = 1;
  while (`${name}${number === 1 ? '' : number}` in taken) number++;
  return `${name}${number === 1 ? '' : number}`;
}

/** The referenced components, recursively. */
export function componentsOf(root: object, components: Components): Components {
  const all = components as Record<string, Record<string, unknown>>;
  const found: Record<string, Record<string, unknown>> = {};
  const visit = (part: unknown) => {
    const references = (JSON.stringify(part) ?? '').matchAll(/"#\/components\/(\w+)\/([^"]+)"/g);
    for (const [, kind = '', name = ''] of references) {
      const component = all[kind]?.[name];
      const ofKind = (found[kind] ??= {});
      if (!component || name in ofKind) continue;
      ofKind[name] = component;
      visit(component);
    }
  };
  visit(root);
  return Object.fromEntries(Object.entries(found).map(([kind, named]) => [kind, sorted(named)]));
}

const sorted = (named: object) =>
  Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Moves defaults into the descriptions: client generators treat fields with `default` as required. */
export function describeDefaults({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {}))
    if ('properties' in schema)
      for (const property of Object.values(schema.properties ?? {})) {
        if (!('default' in property)) continue;
        const { default: value, description } = property as { default?: unknown; description?: string };
        delete property.default;
        property.description = [description, `Default: \`${JSON.stringify(value)}\``]
          .filter(Boolean)
          .join('. ');
      }
}

import type { OpenAPIObject } from '@nestjs/swagger';

/** A JSON schema. Nest's types cover only OpenAPI 3.0. */
type Schema = Record<string, unknown>;

const ALTERNATIVES = new Map<string, Schema[]>();

/** For a body that matches exactly one of these schemas, in addition to its own. */
export const BodyAlternatives =
  (...alternatives: Schema[]): ClassDecorator =>
  ({ name }) => {
    ALTERNATIVES.set(name, alternatives);
  };

const GIVEN = { not: { type: 'null' }, description: 'Given' };
const LEFT_OUT = { type: 'null', description: 'Left out, or null' };

/** Stops redocly's warning that alternatives overlap. A body with members always satisfies it. */
export const DISTINCT = { minProperties: 1 };

/** Exactly one of these texts is given; the others are missing or null. */
export const exactlyOne = (...names: string[]): Schema[] =>
  names.map((given) => ({
    ...DISTINCT,
    required: [given],
    properties: Object.fromEntries(names.map((name) => [name, name === given ? GIVEN : LEFT_OUT])),
  }));

/** An object with these members, described in `members`, and any others. */
export const objectWith = (title: string, members: Record<string, string>, shared: object = {}) => ({
  title,
  type: 'object',
  required: Object.keys(members),
  properties: Object.fromEntries(
    Object.entries(members).map(([name, description]) => [name, { ...shared, description }]),
  ),
});

export function describeAlternatives({ components }: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    const alternatives = ALTERNATIVES.get(name);
    if (alternatives) Object.assign(schema, { oneOf: alternatives });
  }
}

import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const ALTERNATIVES = new Map<string, Schema[]>();

/** The body matches exactly one of these schemas, beside its members. */
export const BodyAlternatives =
  (...alternatives: Schema[]): ClassDecorator =>
  ({ name }) => {
    ALTERNATIVES.set(name, alternatives);
  };

const GIVEN = { not: { type: 'null' }, description: 'Given' } as Schema;
const LEFT_OUT = { type: 'null', description: 'Left out, or null' } as unknown as Schema;

/**
 * Exactly one of these texts is given; the others are missing or null. Without `minProperties` redocly reports the
 * shared nulls as an overlap.
 */
export const exactlyOne = (...names: string[]): Schema[] =>
  names.map((given) => ({
    required: [given],
    minProperties: 1,
    properties: Object.fromEntries(names.map((name) => [name, name === given ? GIVEN : LEFT_OUT])),
  }));

/** Adds {@link BodyAlternatives} to the schemas. */
export function describeAlternatives({ components }: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    const alternatives = ALTERNATIVES.get(name);
    if (alternatives) Object.assign(schema, { oneOf: alternatives });
  }
}

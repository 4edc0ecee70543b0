/** The documentation of a variable in docs/configuration.md and .env.example. */
export interface Variable {
  name: string;
  /** A sentence or two, in Markdown; links are relative to docs/. */
  meaning: string;
  /** The accepted values, in the words of its rule. */
  takes: string;
  /** What applies without a value, unless the property's default says it. */
  unset?: string;
  /** An example for a variable without a default. */
  example?: string;
  /** It is a secret, or an address that may contain one. */
  secret: boolean;
  /** No operator has to change it: it is listed at the end of the page. */
  tuning: boolean;
}

export interface Section {
  title: string;
  intro?: string;
  variables: Variable[];
}

type Details = Partial<Pick<Variable, 'unset' | 'example' | 'secret'>>;

const SECTIONS: Section[] = [];
const TAKES = new Map<string, string>();

export function sections(): readonly Section[] {
  return SECTIONS;
}

export function variables(): Variable[] {
  return SECTIONS.flatMap((made) => made.variables);
}

/** Creates a section and the decorator that adds a variable to it. `.tuning` adds a variable for tuning. */
export function section(title: string, intro?: string) {
  const made: Section = { title, intro, variables: [] };
  SECTIONS.push(made);
  const add =
    (tuning: boolean) =>
    (meaning: string, { secret = false, ...details }: Details = {}): PropertyDecorator =>
    (_target, property) => {
      const name = String(property);
      made.variables.push({ name, meaning, takes: TAKES.get(name) ?? 'text', secret, tuning, ...details });
    };
  return Object.assign(add(false), { tuning: add(true) });
}

/** Called by the rules, whose decorators are nearer to the property and so run first. */
export function describeRule(name: string, takes: string): void {
  TAKES.set(name, takes);
}

/** What a variable is for, as docs/configuration.md and .env.example tell it. */
export interface Variable {
  name: string;
  /** A sentence or two, in Markdown; links are relative to docs/. */
  meaning: string;
  /** What may stand there, in the words of its rule. */
  takes: string;
  /** What holds when it is unset, where that is more than the property's own value. */
  unset?: string;
  /** A value to show, where there is no default. */
  example?: string;
  /** It is a secret, or an address that may hold one. */
  secret: boolean;
  /** No operator has to turn it: it stands apart, at the end of the documents. */
  tuning: boolean;
}

export interface Section {
  title: string;
  intro?: string;
  variables: Variable[];
}

type Details = Partial<Pick<Variable, 'unset' | 'example' | 'secret' | 'tuning'>>;

const SECTIONS: Section[] = [];
const TAKES = new Map<string, string>();

/** Every variable by section, in the order in which they are declared. */
export function sections(): readonly Section[] {
  return SECTIONS;
}

export function variables(): Variable[] {
  return SECTIONS.flatMap((made) => made.variables);
}

/** Makes a section and the decorator that puts a variable into it. */
export function section(title: string, intro?: string) {
  const made: Section = { title, intro, variables: [] };
  SECTIONS.push(made);
  return (meaning: string, { secret = false, tuning = false, ...details }: Details = {}): PropertyDecorator =>
    (_target, property) => {
      const name = String(property);
      made.variables.push({ name, meaning, takes: TAKES.get(name) ?? 'text', secret, tuning, ...details });
    };
}

/** Called by the rules, whose decorators stand nearer to the property and so come first. */
export function describeRule(name: string, takes: string): void {
  TAKES.set(name, takes);
}

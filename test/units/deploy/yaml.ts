import { parsers } from 'prettier/plugins/yaml';

/** A node of the formatter's syntax tree; scalars carry their value. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

export type Yaml = string | null | Yaml[] | { [key: string]: Yaml };

/** The one document of a YAML file, read by the formatter that this repository has anyway; scalars stay strings. */
export async function readYaml(text: string): Promise<Yaml> {
  const root = (await parsers.yaml.parse(text, {} as never)) as Node;
  const body = root.children?.[0]?.children?.find(({ type }) => type === 'documentBody');
  return valueOf(body?.children?.[0]);
}

function valueOf(node: Node | undefined): Yaml {
  if (!node) return null;
  const { type, value, children = [] } = node;
  switch (type) {
    case 'mapping':
    case 'flowMapping':
      return Object.fromEntries(children.map((item) => entryOf(item.children ?? [])));
    case 'sequence':
    case 'flowSequence':
      return children.map((item) => valueOf(item.children?.[0]));
    default:
      if (value === undefined) throw new Error(`this reader does not know a ${type}`);
      return value;
  }
}

function entryOf([key, value]: Node[]): [string, Yaml] {
  return [key?.children?.[0]?.value ?? '', valueOf(value?.children?.[0])];
}

import { Config, type Section, sections, type Variable } from '../../src/config/index.js';

const PREFACE = `# Configuration

Written by \`npm run docs\` from \`src/config\`; change it there.

Sandi reads the environment. \`npm start\`, \`npm run doctor\`, \`npm run accounts\`, \`npm run books\` and \`npm run migration:…\`
also read a \`.env\` in the current folder, as Docker Compose does; the environment takes precedence.
\`npm run start:prod\` and the image read no file. Copy variables from [.env.example](../.env.example).

An empty variable counts as unset. A wrong or missing value stops the service at startup, with the name and the expected value.
So does a misspelt name (\`PROT\`, \`SEND_RATE\`); \`IGNORE_VARIABLES\` lists names that another program reads.

The _embedded default_ is SQLite outside production, which \`npm start\` runs.

Docker and Kubernetes mount secrets as files. Set the name with \`_FILE\` (\`DATA_KEY_FILE\`) to the path of such a file; Sandi
drops line breaks at its end. This works for ${fileVariables()}.
`;

function fileVariables(): string {
  const secrets = sections().flatMap(({ variables }) => variables.filter(({ secret }) => secret));
  return secrets.map(({ name }) => `\`${name}\``).join(', ');
}

const ENV_PREFACE = `# Written by \`npm run docs\`; docs/configuration.md says more.
# Copy it to .env beside package.json: \`npm start\`, the other commands there and Docker Compose read that file. The environment
# takes precedence. Each line has the default of its variable, or is empty if there is none.`;

const TUNING_INTRO = `The defaults fit. Change one only for a problem that you have measured.`;

/** Tuning comes last, in a section of its own. */
function sectionsAsWritten(): Section[] {
  const usual = sections().map((made) => ({ ...made, variables: made.variables.filter(isUsual) }));
  const apart = sections().flatMap(({ variables }) => variables.filter((variable) => !isUsual(variable)));
  return [
    ...usual.filter(({ variables }) => variables.length > 0),
    { title: 'Tuning', intro: TUNING_INTRO, variables: apart },
  ];
}

const isUsual = ({ tuning }: Variable) => !tuning;

const EPILOGUE = `## \`npm start\`

\`npm start\` also reads \`SIMULATOR_PORT\` (\`3900\`, or a free port if that is in use) and passes every other \`SIMULATOR_…\`
variable to the simulator. Set \`GATEWAY_URL\` and \`GATEWAY_TOKEN\` to use your own gateway instead.
`;

/** docs/configuration.md. */
export function configurationPage(): string {
  const plain = new Config();
  const tables = sectionsAsWritten().map(({ title, intro, variables }) => {
    const rows = variables.map((variable) => `| ${cells(variable, plain).join(' | ')} |`);
    const table = ['| Variable | Default | Takes | Meaning |', '| - | - | - | - |', ...rows];
    return [`## ${title}`, ...(intro ? [intro] : []), table.join('\n')].join('\n\n');
  });
  return [PREFACE.trimEnd(), ...tables, EPILOGUE].join('\n\n');
}

function cells(variable: Variable, plain: Config): string[] {
  const { name, unset, takes, meaning } = variable;
  const value = written(plain[name as keyof Config]);
  return [
    `\`${name}\``,
    unset ?? (value === undefined ? '—' : `\`${value}\``),
    takes.replace(/^one of /, ''),
    meaning,
  ];
}

/** .env.example: every variable commented out, with its default where it has one. */
export function envExample(): string {
  const plain = new Config();
  const parts = sectionsAsWritten().map(({ title, intro, variables }) => {
    const lines = variables.map((variable) => entry(variable, plain));
    return [`## ${title}${intro ? `. ${unmarked(intro)}` : ''}`, ...lines].join('\n\n');
  });
  return `${[ENV_PREFACE, ...parts].join('\n\n')}\n`;
}

function entry({ name, meaning, takes, example, unset }: Variable, plain: Config): string {
  const notes = [
    unmarked(meaning),
    `Takes ${unmarked(takes)}.`,
    ...(unset ? [`Unset: ${unmarked(unset)}.`] : []),
    ...(example ? [`Such as ${example}`] : []),
  ];
  return `# ${notes.join(' ')}\n# ${name}=${quoted(written(plain[name as keyof Config]) ?? '')}`;
}

/** A default as one would write it into the environment. */
function written(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(Number(value));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** In single quotes nothing is expanded, neither by a shell nor by Docker Compose. */
function quoted(value: string): string {
  return /^[\w.,:/@-]*$/.test(value) ? value : `'${value}'`;
}

/** Markdown as plain text. */
function unmarked(text: string): string {
  return text.replace(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, '$1 (docs/$2)').replaceAll('`', '');
}

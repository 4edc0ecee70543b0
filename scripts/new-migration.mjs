// `npm run db:migration -- <name>`: writes src/migrations/<milliseconds>-<name>.ts, in the words of schema.ts that every
// database understands, and names it in ormconfig.ts. Table and columns are yours to write: as it stands, it fails.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'src/migrations';
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const [name = ''] = process.argv.slice(2);
if (!NAME.test(name)) {
  process.stderr.write('Name what changes, with hyphens: npm run db:migration -- key-labels\n');
  process.exit(2);
}
const words = name.split('-').map((word) => word[0].toUpperCase() + word.slice(1));
const stamp = String(nextStamp());
const file = `${stamp}-${name}`;
const className = words.join('') + stamp;
register();
writeFileSync(`${FOLDER}/${file}.ts`, skeleton());
process.stdout.write(`${FOLDER}/${file}.ts: write its steps, then the entity to match.\n`);

/** They run in this order: after the last one, also where a clock is behind. */
function nextStamp() {
  const stamps = readdirSync(FOLDER).map((each) => Number.parseInt(each, 10));
  return Math.max(Date.now(), ...stamps.filter(Number.isFinite).map((each) => each + 1));
}

/** Behind the last one, both where it is imported and where it is listed. */
function register() {
  let text = readFileSync('ormconfig.ts', 'utf8');
  const importLine = `import { ${className} } from './${FOLDER}/${file}.js';\n`;
  for (const [pattern, line] of [
    [/(?:^import .* from '\.\/src\/migrations\/.*\n)+/m, importLine],
    [/^ {2}migrations: \[\n(?: {4}\w+,\n)*/m, `    ${className},\n`],
  ]) {
    if (!pattern.test(text)) throw new Error(`ormconfig.ts has no place for ${line.trim()}`);
    text = text.replace(pattern, (found) => found + line);
  }
  writeFileSync('ormconfig.ts', text);
}

function skeleton() {
  return `import { columns, MigrationOf, nullable, text } from './schema.js';

/** What is kept now, and for what. */
export class ${className} extends MigrationOf(
  columns('which_table', [text('which_column', 64, nullable)]),
) {}
`;
}

import { execFileSync } from 'node:child_process';
import { basename, dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorsOf, read } from './tables.js';

/** Every file of the project, those that are not committed yet too. */
export const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');

const KNOWN = new Set([...FILES, ...FILES.flatMap(foldersOf)]);
const NAMES = new Set(FILES.map((file) => basename(file)));

interface Package {
  dependencies?: Record<string, string>;
  scripts: Record<string, string>;
}

const PACKAGES = ['package.json', 'dashboard/package.json'].map((file) => JSON.parse(read(file)) as Package);

export const SCRIPTS = new Set(PACKAGES.flatMap(({ scripts }) => Object.keys(scripts)));

/** Every page of the project, but the changelog, which tells of what was. */
export const DOCUMENTS = FILES.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

/** What building, starting and testing make, and so is in no clone. */
const MADE = /^(?:dist|data|node_modules|test-results|DATA_DIR)\//;
/** A file by its name. `<…>`, `…`, `*` and `{` stand for many, and are not looked for. */
const FILE_NAME = /^[\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|mjs|cjs|js|md|ya?ml|json|css|html|sh|sql)$/;
const PATH_OF_ROOM =
  /^(?:src|test|docs|dashboard|simulator|bench|scripts|sdk|deploy|examples|bin)\/[\w@./-]+$/;
/** Two humps, or words in capitals: a single word may be anybody's. */
const SYMBOL = /^(?:[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Z0-9]+(?:_[A-Z0-9]+)+)$/;

/** Whether a file or folder is there: from the root, from the citing file, or by the end of its path. */
export function exists(cited: string, from: string): boolean {
  const path = cited.replace(/\/$/, '');
  if (MADE.test(path) || PACKAGES.some(({ dependencies }) => dependencies && path in dependencies))
    return true;
  if (KNOWN.has(path) || KNOWN.has(posix.join(dirname(from), path))) return true;
  // Tests are named by how their path begins, as one runs them.
  return path.includes('/')
    ? FILES.some((file) => file.endsWith(`/${path}`) || file.startsWith(`${path}.`))
    : NAMES.has(path);
}

/** Paths in the backticks of a document. */
export function citedPaths(file: string): string[] {
  return inBackticks(read(file)).filter(isPath);
}

/** Paths in the comments of a source file. */
export function pathsInComments(file: string): string[] {
  // A call looks like a file: `answer.json()`. So does the name of Node.js.
  const words = commentsOf(read(file))
    .replaceAll(/[\w.]+\(|\bNode[.]js\b/g, '')
    .split(/[\s()[\]`'",;:]+/);
  // What the code itself names, such as a file that it makes, is a matter of the code.
  const code = read(file).replaceAll(COMMENT, '');
  return words
    .map((word) => word.replace(/#[\w-]+$|[.?!]$/, ''))
    .filter((word) => isPath(word) && !code.includes(`'${word}'`));
}

/** The links of a document into the project that lead to no file, or to no heading of it. */
export function brokenLinks(file: string): string[] {
  const links = [...withoutBlocks(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(link, file));
}

function leadsSomewhere(link: string, from: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : posix.join(dirname(from), path).replace(/\/$/, '');
  return KNOWN.has(target) && (anchor === undefined || anchorsOf(read(target)).includes(anchor));
}

/** Names of the code in the backticks of a document, or of a source file's comments: `MessageStore.open`, `deferBodies()`, `GATEWAY_TIMEOUT_MS`. */
export function citedSymbols(file: string): string[] {
  const names = inBackticks(file.endsWith('.md') ? read(file) : commentsOf(read(file))).flatMap((code) => {
    const [, name, member] = /^(\w+)(?:\.(\w+))?(?:\(.*\))?$/.exec(code) ?? [];
    return [name ?? '', member ?? ''];
  });
  return names.filter((name) => SYMBOL.test(name));
}

/** What a document has the reader run: `npm run …`, in its blocks of code too. */
export function citedScripts(file: string): string[] {
  return [...read(file).matchAll(/\bnpm run (?:--silent )?([\w:]*\w)(?![\w:…-])/g)].map(
    ([, script = '']) => script,
  );
}

/** Operations of the API that a document names: `GET /api/otp/stats`. */
export function citedOperations(file: string): string[] {
  return [...read(file).matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/api\/[\w/{}-]+)(?=[`?\s])/g)].map(
    ([, one = '']) => one,
  );
}

/** Every word of the code, without those of its comments. */
export function wordsOfCode(): Set<string> {
  const sources = FILES.filter((file) => /\.(?:tsx?|mjs|cjs|json|ya?ml|php|py)$/.test(file));
  return new Set(sources.flatMap((file) => read(file).replaceAll(COMMENT, '').match(/\w+/g) ?? []));
}

const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const commentsOf = (code: string) => [...code.matchAll(COMMENT)].map(([comment]) => comment).join('\n');
const isPath = (word: string) => FILE_NAME.test(word) || PATH_OF_ROOM.test(word);
const withoutBlocks = (markdown: string) => markdown.replaceAll(/^```[^]*?^```/gm, '');

function inBackticks(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

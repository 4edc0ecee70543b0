import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { findProgram, sayOnce } from '../../support/services/find-program.js';
import type { Kinds } from './kubernetes-kinds.js';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/**
 * One whose kustomize knows `labels` and `patches`. Debian 12 has an older one, so that it is no failure under CI=true
 * where there is none: this is the only test that goes without.
 */
export function findKubectl(): string | undefined {
  const found = findProgram('kubectl');
  if (found.kind === 'missing') {
    sayOnce(found.reason);
    return undefined;
  }
  const version = execFileSync(found.path, ['version', '--client', '--output=json'], { encoding: 'utf8' });
  const { kustomizeVersion = 'v2' } = JSON.parse(version) as { kustomizeVersion?: string };
  if (Number(/^v(\d+)/.exec(kustomizeVersion)?.[1]) >= 5) return found.path;
  sayOnce(`Skipped what needs kubectl: ${found.path} has kustomize ${kustomizeVersion}; get 1.27 or newer.`);
  return undefined;
}

/** What kustomize makes of a folder. */
export function rendered(kubectl: string, folder: string): Manifest[] {
  const text = execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** The one manifest of a kind. */
export function only<K extends keyof Kinds>(manifests: readonly Manifest[], kind: K): Kinds[K] {
  const [found, ...others] = manifests.filter((manifest) => kindOf(manifest) === kind);
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} of ${kind}`);
  return found as Kinds[K];
}

const kindOf = ({ apiVersion, kind }: Manifest) => `${apiVersion} ${kind}`;

const SOURCE = fileURLToPath(new URL('./manifests-under-test.ts', import.meta.url));
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ['lib.es2022.d.ts'],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

/** What the compiler finds that the API does not know, lacks or takes otherwise: the manifests as literals of its types. */
export function problemsOf(manifests: readonly Manifest[]): string[] {
  const literals = manifests.map(
    (manifest, index) =>
      `export const m${index}: Kinds[${JSON.stringify(kindOf(manifest))}] = ${JSON.stringify(manifest)};\n`,
  );
  const text = `import type { Kinds } from './kubernetes-kinds.js';\n${literals.join('')}`;
  const disk = ts.createCompilerHost(OPTIONS);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => file === SOURCE || disk.fileExists(file),
    readFile: (file) => (file === SOURCE ? text : disk.readFile(file)),
    getSourceFile: (file, ...rest) =>
      file === SOURCE
        ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022)
        : disk.getSourceFile(file, ...rest),
  };
  const program = ts.createProgram([SOURCE], OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { complaintsOf } from '../../support/compile.js';
import { sayOnce, wishForProgram } from '../../support/services/find-program.js';
import type { Kinds } from './kubernetes-kinds.js';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/**
 * One whose kustomize knows `labels` and `patches`. Debian 12 has an older one, so that it is no failure under CI=true
 * where there is none.
 */
export function findKubectl(): string | undefined {
  const found = wishForProgram('kubectl');
  if (found.kind === 'missing') return undefined;
  const version = execFileSync(found.path, ['version', '--client', '--output=json'], { encoding: 'utf8' });
  const { kustomizeVersion = 'v2' } = JSON.parse(version) as { kustomizeVersion?: string };
  if (Number(/^v(\d+)/.exec(kustomizeVersion)?.[1]) >= 5) return found.path;
  sayOnce(`Skipped what needs kubectl: ${found.path} has kustomize ${kustomizeVersion}; get 1.27 or newer.`);
  return undefined;
}

interface Kustomization {
  resources: string[];
  configMapGenerator?: { name: string; literals: string[] }[];
  secretGenerator?: { name: string; envs: string[] }[];
}

export const kustomizationOf = (folder: string): Kustomization =>
  parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;

const manifestsIn = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** The manifests that a folder's kustomization takes, as they are. */
export const asWritten = (folder: string): Manifest[] =>
  kustomizationOf(folder).resources.flatMap((file) => manifestsIn(readFileSync(join(folder, file), 'utf8')));

/** What kustomize makes of a folder. */
export function rendered(kubectl: string, folder: string): Manifest[] {
  return manifestsIn(execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' }));
}

/** The one manifest of a kind. */
export function only<K extends keyof Kinds>(manifests: readonly Manifest[], kind: K): Kinds[K] {
  const [found, ...others] = manifests.filter((manifest) => kindOf(manifest) === kind);
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} of ${kind}`);
  return found as Kinds[K];
}

const kindOf = ({ apiVersion, kind }: Manifest) => `${apiVersion} ${kind}`;

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** What the compiler finds that the API does not know, lacks or takes otherwise: the manifests as literals of its types. */
export function problemsOf(manifests: readonly Manifest[]): string[] {
  const literals = manifests.map(
    (manifest, index) =>
      `export const m${index}: Kinds[${JSON.stringify(kindOf(manifest))}] = ${JSON.stringify(manifest)};\n`,
  );
  const text = `import type { Kinds } from './kubernetes-kinds.js';\n${literals.join('')}`;
  return complaintsOf(HERE, { 'manifests-under-test.ts': text }, { skipLibCheck: true });
}

import { readFileSync, statSync } from 'node:fs';
import { variables } from './variable.js';

/** More than any secret or address has. */
const FILE_BYTES_MAX = 65_536;

export interface FilledEnvironment {
  env: NodeJS.ProcessEnv;
  /** What keeps a variable from being read, for the operator. */
  problems: string[];
}

/** What names the file that holds a secret, as Docker and Kubernetes mount them. */
export const fileVariable = (name: string) => `${name}_FILE`;

/** The environment with the contents of its `…_FILE` variables in the place of the secrets that they are for. */
export function withFiles(env: NodeJS.ProcessEnv): FilledEnvironment {
  const filled = { ...env };
  const problems: string[] = [];
  for (const { name, secret } of variables()) {
    const path = env[fileVariable(name)];
    if (!secret || !path) continue;
    delete filled[fileVariable(name)];
    if (env[name]) problems.push(`${name} and ${fileVariable(name)} are both set: unset one of them`);
    else
      try {
        filled[name] = contents(path);
      } catch (error) {
        problems.push(`${fileVariable(name)} cannot be used: ${path}: ${(error as Error).message}`);
      }
  }
  return { env: filled, problems };
}

function contents(path: string): string {
  const { size } = statSync(path);
  if (size > FILE_BYTES_MAX) throw new Error(`it has more than ${FILE_BYTES_MAX} bytes`);
  // Editors and `echo` end a file with a line break that is no part of the secret.
  const text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
  if (text === '') throw new Error('it is empty');
  return text;
}

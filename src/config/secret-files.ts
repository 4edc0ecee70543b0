import { readFileSync, statSync } from 'node:fs';
import { faultOfBytes, faultOfText, withoutLineEnds } from '../platform/text/given-text.js';
import { variables } from './variable.js';

/** More than any secret or address has. */
const FILE_BYTES_MAX = 65_536;

/** A DATA_KEY that earlier releases read differently, or that must not encrypt new data. */
export interface GivenDataKey {
  /** As earlier releases read it. */
  before: string;
  /** Why it must not encrypt new data. */
  fault?: string;
}

export interface FilledEnvironment {
  env: NodeJS.ProcessEnv;
  /** Why variables could not be read, for the operator. */
  problems: string[];
  dataKey?: GivenDataKey;
}

interface Reading {
  text: string;
  before: string;
  fault?: string;
}

/** The variable that names the file of a secret, as Docker and Kubernetes mount them. */
export const fileVariable = (name: string) => `${name}_FILE`;

/** The environment with the contents of `…_FILE` variables. All values lose byte order marks and line ends. */
export function readSecretFiles(env: NodeJS.ProcessEnv): FilledEnvironment {
  const filled = { ...env };
  const problems: string[] = [];
  let dataKey: GivenDataKey | undefined;
  for (const { name, secret } of variables()) {
    const path = secret ? env[fileVariable(name)] : undefined;
    if (path) delete filled[fileVariable(name)];
    if (path && env[name]) {
      problems.push(`${name} and ${fileVariable(name)} are both set: unset one of them`);
      continue;
    }
    const given = path ? fileVariable(name) : name;
    try {
      const reading = path ? readingOfFile(path) : readingOfText(env[name]);
      if (!reading) continue;
      const { text, before, fault } = reading;
      filled[name] = text;
      if (name === 'DATA_KEY' && (text !== before || fault)) dataKey = { before, fault };
      else if (fault) throw new Error(fault);
    } catch (error) {
      problems.push(`${given} cannot be used: ${wordsOf(error)}`);
    }
  }
  return { env: filled, problems, dataKey };
}

function readingOfText(before: string | undefined): Reading | undefined {
  if (before === undefined) return undefined;
  const text = withoutLineEnds(before);
  return { text, before, fault: text ? faultOfText(text) : undefined };
}

function readingOfFile(path: string): Reading {
  const { size } = statSync(path);
  if (size > FILE_BYTES_MAX) throw new Error(`it has more than ${FILE_BYTES_MAX} bytes`);
  const bytes = readFileSync(path);
  const decoded = bytes.toString('utf8');
  const text = withoutLineEnds(decoded);
  if (text === '') throw new Error('it is empty');
  return { text, before: decoded.replace(/[\r\n]+$/, ''), fault: faultOfBytes(bytes) };
}

/** Leaves out the path, which may be the secret itself. */
function wordsOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  return `the file that it names cannot be read (${code}): fix the path or the permissions`;
}

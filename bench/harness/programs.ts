import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, type Service } from '../../test/support/services/launch.js';

/** The build of this checkout. */
const DIST = fileURLToPath(new URL('../../', import.meta.url));

/** @param root another checkout */
export const builtFile = (path: string, root?: string): string =>
  join(root ? join(root, 'dist') : DIST, path);

export interface ProgramOptions {
  ready?: string;
  /** The path of the Node.js that runs the program. */
  node?: string;
  nodeOptions?: string[];
  /** Another checkout, whose build is started. */
  root?: string | undefined;
}

/**
 * Starts a built program of ours with its own environment. It must listen on PORT of loopback. Resolves when its
 * readiness check succeeds.
 */
export function startProgram(
  file: string,
  env: (folder: string, port: number) => Record<string, string>,
  { ready = '/health/ready', node = process.execPath, nodeOptions = [], root }: ProgramOptions = {},
): Promise<Service> {
  return launch({
    program: node,
    args: () => [...nodeOptions, builtFile(file, root)],
    env: (folder, port) => ({ PATH: process.env['PATH'], PORT: String(port), ...env(folder, port) }),
    url: (port) => `http://127.0.0.1:${port}`,
    probe: (url) => call(`${url}${ready}`),
  });
}

export interface CallOptions {
  method?: string;
  token?: string;
  body?: unknown;
  timeoutMs?: number;
}

/** Sends a request and returns the JSON of the response; throws for an error status. */
export async function call<T>(
  url: string,
  { method = 'GET', token, body, timeoutMs = 10_000 }: CallOptions = {},
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

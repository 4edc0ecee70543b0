import { basename, isAbsolute, join } from 'node:path';
import { locate } from './find-program.js';
import { freePort } from './free-port.js';
import { OwnProcess } from './own-process.js';
import { temporaryFolder } from './temporary-folder.js';

const PORT_ATTEMPTS = 3;

/** What a test holds of a server it runs against. */
export interface Service {
  url: string;
  pid: number;
  /** Its data and `server.log`, until it is stopped. */
  folder: string;
  /** Freezes the server (SIGSTOP): connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  /** Ends the process and removes its folder; a second call does nothing. */
  stop(): Promise<void>;
}

/** How to start one kind of server in a folder of its own. */
export interface Plan {
  /** Its name, to be found on PATH or in an sbin folder; or its whole path. */
  program: string;
  prepare?: (folder: string) => Promise<void>;
  args: (folder: string, port: number) => string[];
  /** Its whole environment; ours unless told. */
  env?: (folder: string, port: number) => NodeJS.ProcessEnv;
  url: (port: number) => string;
  /** Must fail on any server but ours: each url carries a password made for this run. */
  probe: (url: string) => Promise<unknown>;
}

export async function launch(plan: Plan): Promise<Service> {
  const folder = temporaryFolder(basename(plan.program));
  try {
    await plan.prepare?.(folder.path);
    const { url, server } = await startOnFreePort(plan, folder.path);
    return {
      url,
      pid: server.pid,
      folder: folder.path,
      pause: () => server.pause(),
      resume: () => server.resume(),
      async stop() {
        await server.stop();
        folder.remove();
      },
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

/** The path of a program that must be there; a test asks `requireProgram` first, so as to skip politely. */
export function programPath(file: string): string {
  const path = isAbsolute(file) ? file : locate(file);
  if (path === undefined) throw new Error(`${file} not found on PATH or in /usr/sbin.`);
  return path;
}

/** When someone else took the port between our look and our bind, the server ends: try the next. */
async function startOnFreePort(plan: Plan, folder: string): Promise<{ url: string; server: OwnProcess }> {
  const program = programPath(plan.program);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const url = plan.url(port);
    const log = join(folder, 'server.log');
    const server = new OwnProcess(program, plan.args(folder, port), log, plan.env?.(folder, port));
    try {
      if (await server.answers(() => plan.probe(url))) return { url, server };
      if (attempt === PORT_ATTEMPTS) throw new Error(`${program} ended early. ${server.logTail()}`);
    } catch (error) {
      await server.stop();
      throw error;
    }
    await server.stop();
  }
}

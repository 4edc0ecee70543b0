import { fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'rolldown';
import { BUNDLE, OUTPUT, ROOT } from './bundle.mjs';

const STANDBY = new URL('standby.mjs', import.meta.url).href;
/** An editor may write a file in two steps, and several files at once. */
const SAVED_MS = 50;
/** Long enough for what was started to be up: the next one shall not take its time from it. */
const STANDBY_AFTER_MS = 2000;

/**
 * Builds `input` to `file` and runs it, and does so again after each change of what it is built from; a change that
 * cannot be built leaves what runs. `first` and `later` are the environments of the first process and of the others.
 */
export function keepRunning({ input, file, first, later, say }) {
  const process = new Restarted({ file, first, later });
  const plugin = {
    name: 'restarts',
    watchChange: (path) => say(`changed: ${path.replace(ROOT, '')}`),
    writeBundle: (_options, bundle) => process.isBuilt(Object.values(bundle)[0]),
  };
  const watcher = watch({
    ...BUNDLE,
    input,
    output: { ...OUTPUT, file, codeSplitting: false },
    plugins: [plugin],
    watch: { buildDelay: SAVED_MS },
  });
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') say(event.error.message);
    if ('result' in event) void event.result?.close();
  });
  return { close: () => Promise.all([watcher.close(), process.stop()]) };
}

/**
 * Where there is a `later` environment, the next process waits with the libraries loaded already: that is most of a
 * boot.
 */
class Restarted {
  #given;
  #code;
  #libraries = [];
  #running;
  #next;
  #queued = false;
  #turn = Promise.resolve();

  constructor(given) {
    this.#given = given;
  }

  isBuilt({ code, imports, dynamicImports }) {
    this.#libraries = [...imports, ...dynamicImports];
    // One save may be seen as two changes, and a comment changes nothing.
    if (code !== this.#code) this.#restart();
    this.#code = code;
  }

  async stop() {
    await this.#turn;
    clearTimeout(this.#next?.timer);
    await Promise.all([this.#running, this.#next?.child].map((child) => child && end(child)));
  }

  /** Builds that come while a process ends are for the one after it, all together. */
  #restart() {
    if (this.#queued) return;
    this.#queued = true;
    this.#turn = this.#turn.then(async () => {
      const { first, later = first } = this.#given;
      const env = this.#running ? later : first;
      if (this.#running) await end(this.#running);
      this.#queued = false;
      clearTimeout(this.#next?.timer);
      this.#running = this.#next?.child ?? this.#fork(env);
      this.#running.send({ go: true });
      this.#next = { timer: setTimeout(() => this.#prepare(), STANDBY_AFTER_MS) };
    });
  }

  #prepare() {
    const { later } = this.#given;
    if (later === undefined) return;
    const child = this.#fork(later);
    child.send({ libraries: this.#libraries });
    this.#next = { child };
  }

  #fork(env) {
    return fork(this.#given.file, { env, execArgv: ['--import', STANDBY] });
  }
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

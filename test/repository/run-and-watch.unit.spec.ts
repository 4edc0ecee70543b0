import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/services/temporary-folder.js';

interface Watching {
  input: string;
  file: string;
  env: NodeJS.ProcessEnv;
  say: (text: string) => void;
}

const { runAndWatch } = (await import(new URL('../../scripts/run-and-watch.mjs', import.meta.url).href)) as {
  runAndWatch: (watching: Watching) => { close: () => Promise<unknown> };
};
const WAIT = { timeout: 10_000 };
const METADATA = createRequire(import.meta.url).resolve('reflect-metadata');

/** Writes its version and the metadata of its decorator to a file, then runs until it is killed. */
const program = (version: string) => `
import { appendFileSync } from 'node:fs';
import '${METADATA}';

class Clock {}
function told(target: object): void {
  const [first]: { name: string }[] = Reflect.getMetadata('design:paramtypes', target);
  appendFileSync(process.env['SEEN']!, \`${version} \${first!.name}\\n\`);
}
@told
export class Reader { constructor(readonly clock: Clock) {} }
setInterval(() => undefined, 1000);
`;

it('npm run dev runs the latest sources with decorator metadata, and survives a file that does not compile', async () => {
  const folder = temporaryFolder('run-and-watch');
  onTestFinished(() => folder.remove());
  const path = (name: string) => join(folder.path, name);
  const write = (text: string) => writeFileSync(path('main.ts'), text);
  const seen = () => (existsSync(path('seen')) ? readFileSync(path('seen'), 'utf8') : '');
  const said: string[] = [];

  write(program('one'));
  const watched = runAndWatch({
    input: path('main.ts'),
    file: path('built.js'),
    env: { ...process.env, SEEN: path('seen') },
    say: (text) => said.push(text),
  });
  onTestFinished(async () => void (await watched.close()));
  await expect.poll(seen, WAIT).toBe('one Clock\n');
  write(program('two'));
  await expect.poll(seen, WAIT).toBe('one Clock\ntwo Clock\n');
  write('this is no program');
  await expect.poll(() => said.join('\n')).toContain('PARSE_ERROR');
  write(program('three'));
  await expect.poll(seen, WAIT).toBe('one Clock\ntwo Clock\nthree Clock\n');
  expect(said).toContain(`changed: ${path('main.ts')}`);
});

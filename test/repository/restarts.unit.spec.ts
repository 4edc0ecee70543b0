import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/services/temporary-folder.js';

type Environment = Record<string, string>;
interface Watching {
  input: string;
  file: string;
  first: Environment;
  later: Environment;
  say: (text: string) => void;
}

const { keepRunning } = (await import(new URL('../../scripts/restarts.mjs', import.meta.url).href)) as {
  keepRunning: (watching: Watching) => { close: () => Promise<unknown> };
};
const METADATA = createRequire(import.meta.url).resolve('reflect-metadata');

/** Writes down that it runs, and what its decorator can know of the class; it stays until it is ended. */
const program = (version: string) => `
import '${METADATA}';
import { appendFileSync } from 'node:fs';

class Clock {}
function told(target: object): void {
  const [first]: { name: string }[] = Reflect.getMetadata('design:paramtypes', target);
  appendFileSync(process.env['SEEN']!, \`${version} \${process.env['TURN']} \${first!.name}\\n\`);
}
@told
export class Reader { constructor(readonly clock: Clock) {} }
setInterval(() => undefined, 1000);
`;

it('npm run dev runs what was written last, with the types that decorators ask for, and outlives a broken file', async () => {
  const folder = temporaryFolder('restarts');
  onTestFinished(() => folder.remove());
  const path = (name: string) => join(folder.path, name);
  const write = (text: string) => writeFileSync(path('main.ts'), text);
  const seen = () => (existsSync(path('seen')) ? readFileSync(path('seen'), 'utf8') : '');
  const env = { SEEN: path('seen') };
  const said: string[] = [];

  write(program('one'));
  const watched = keepRunning({
    input: path('main.ts'),
    file: path('built.js'),
    first: { ...env, TURN: 'first' },
    later: { ...env, TURN: 'later' },
    say: (text) => said.push(text),
  });
  onTestFinished(async () => void (await watched.close()));
  await expect.poll(seen).toBe('one first Clock\n');
  write(program('two'));
  await expect.poll(seen).toBe('one first Clock\ntwo later Clock\n');
  write('this is no program');
  await expect.poll(() => said.join('\n')).toContain('PARSE_ERROR');
  write(program('three'));
  await expect.poll(seen).toBe('one first Clock\ntwo later Clock\nthree later Clock\n');
  expect(said).toContain(`changed: ${path('main.ts')}`);
});

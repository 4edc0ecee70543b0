import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { keepBooks } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { requireProgram } from '../support/services/find-program.js';
import { codeBlock, sectionOf } from '../support/snippets.js';
import { GO, type Language, LANGUAGES } from './support/languages.js';
import { ROOT } from './support/packed.js';
import { putInPlace } from './support/snippet.js';

interface Sample {
  fence: string;
  file: string;
  language: Language | undefined;
}

const known = (name: string) => LANGUAGES.find((language) => language.name === name);
const SAMPLES: Sample[] = [
  {
    fence: 'sh',
    file: 'snippet.sh',
    language: { name: 'cURL', run: (program) => ['sh', program], runner: [] },
  },
  { fence: 'js', file: 'snippet.mjs', language: known('TypeScript') },
  { fence: 'php', file: 'snippet.php', language: known('PHP') },
  { fence: 'python', file: 'snippet.py', language: known('Python') },
  { fence: 'go', file: 'snippet.go', language: requireProgram('go').kind === 'program' ? GO : undefined },
];

const DOCUMENT = readFileSync(join(ROOT, 'docs/integrating.md'), 'utf8');
const SECTION = sectionOf(DOCUMENT, '## From send to check');
const COMPILE_TIMEOUT_MS = 300_000;

describe('docs/integrating.md', () => {
  let service: TestService;
  let env: Record<string, string>;
  beforeAll(async () => {
    service = await startTestService();
    const { userId } = await createAccount(service);
    const { key } = await service.app.get(ApiKeysService).create(userId, { name: 'uji', mode: 'test' });
    env = { SANDI_URL: service.url, SANDI_API_KEY: key };
  });
  afterAll(() => service.close());
  keepBooks(() => service);

  it('begins with a snippet in each language', () => {
    const fences = [...SECTION.matchAll(/\n```(\w+)\n/g)].map(([, fence]) => fence);
    // The second one for PHP is Laravel's, which the test of its channel sends.
    expect(fences).toEqual(SAMPLES.flatMap(({ fence }) => (fence === 'php' ? [fence, fence] : fence)));
  });

  for (const { fence, file, language } of SAMPLES)
    it.skipIf(!language)(`sends and checks a code in ${fence}`, { timeout: COMPILE_TIMEOUT_MS }, async () => {
      if (!language) return;
      const [program, ...args] = language.run(putInPlace(language, file, codeBlock(SECTION, fence)));
      const child = spawn(program, args, {
        cwd: language.cwd?.(),
        env: { PATH: process.env['PATH'], ...language.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [output, complaints] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      expect(complaints).toBe('');
      expect(output).toMatch(/otp_\w{26}/);
      expect(output).toMatch(/"?valid"?: ?[Tt]rue/);
    });
});

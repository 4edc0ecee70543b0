import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { Config } from '../../src/config/index.js';
import { keepBooks } from '../support/app.js';
import { ResponseContract } from '../support/contract.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { requireProgram } from '../support/services/find-program.js';
import { codeBlock, sectionOf } from '../support/snippets.js';
import { guide } from './support/guide.js';
import { GO, type Language, LANGUAGES } from './support/languages.js';
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

const DOCUMENT = guide();
const SECTION = sectionOf(DOCUMENT, '## Send and check a code');
/** The blocks of the other sections: a test runs, or holds against the service, each of them. */
const ELSEWHERE = {
  // curl.e2e.spec.ts takes the requests of all sections.
  '## API keys': ['sh'],
  '## Finding messages': ['sh'],
  '## Create and check': ['sh'],
  '## Fallback by time': ['sh'],
  '## Inbound verification': ['sh'],
  '## Lost responses': ['sh'],
  // Below, but for its requests.
  '## Rate limits': [''],
  '## Request': ['json'],
  '## Registration': ['sh'],
  '## Events': ['json'],
  '## Rejected requests': ['json', 'sh'],
  // snippets.unit.spec.ts
  '## Verifying signatures': ['ts', 'php', 'python', 'go'],
  // generated-client.e2e.spec.ts
  '## Generated clients': ['sh', 'ts'],
};
const COMPILE_TIMEOUT_MS = 300_000;

describe('the guide', () => {
  let service: TestService;
  let env: Record<string, string>;
  beforeAll(async () => {
    const { SEND_RATE_PER_MINUTE } = new Config();
    service = await startTestService({ env: { SEND_RATE_PER_MINUTE: String(SEND_RATE_PER_MINUTE) } });
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

  it('has no other block than those that a test runs', () => {
    const sections = DOCUMENT.split(/\n(?=##)/).map((section): [string, string[]] => [
      section.split('\n', 1)[0] ?? '',
      [...section.matchAll(/\n```(\w*)\n[^]*?\n```(?=\n)/g)].map(([, fence = '']) => fence),
    ]);
    const others = sections.filter(
      ([heading, fences]) => fences.length > 0 && heading !== '## Send and check a code',
    );
    expect(Object.fromEntries(others)).toEqual(ELSEWHERE);
  });

  for (const { fence, file, language } of SAMPLES)
    it.skipIf(!language)(`sends and checks a code in ${fence}`, { timeout: COMPILE_TIMEOUT_MS }, async () => {
      if (!language) return;
      const path = putInPlace(language, file, codeBlock(SECTION, fence));
      const [program, ...args] = language.run(path);
      const child = spawn(program, args, {
        cwd: dirname(path),
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

  it('shows the headers of a second send', async () => {
    const { key } = await createAccount(service);
    const send = () => service.api.post('/api/otp/send', sendBody(), { token: key });
    await send();
    const { headers } = await send();
    const lines = codeBlock(sectionOf(DOCUMENT, '## Rate limits'), '').split('\n');
    // Seconds of the window that are left: of real time.
    const timeless = (line: string) => line.replace(/;t=\d+$/, ';t=…');
    const told = ['RateLimit-Policy', 'RateLimit'].map((name) => `${name}: ${headers.get(name)}`);
    expect(lines.map(timeless)).toEqual(told.map(timeless));
  });

  const jsonIn = (heading: string) => codeBlock(sectionOf(DOCUMENT, heading), 'json');

  it('shows a webhook as the API describes it', async () => {
    const contract = await ResponseContract.load(service.url);
    contract.checkEvent(jsonIn('## Events'));
  });

  it('shows the body of a send', async () => {
    const body = JSON.parse(jsonIn('## Request')) as object;
    expect(await service.api.post('/api/otp/send', body, { token: env['SANDI_API_KEY'] })).toAnswer(200);
  });

  it('shows a refused request as the API describes it', async () => {
    const contract = await ResponseContract.load(service.url);
    const items = [JSON.parse(jsonIn('## Rejected requests')) as object];
    const content = { success: true, data: { items, limit: 20, next_cursor: null } };
    contract.check('GET', '/api/account/requests', { status: 200, mediaType: 'application/json', content });
  });
});

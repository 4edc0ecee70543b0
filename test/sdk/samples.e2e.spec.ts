import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleLanguage, sampleOf, SAMPLES } from '../../dashboard/src/pages/send/samples.js';
import { Message } from '../../src/otp/message.entities.js';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { requireProgram } from '../support/services/find-program.js';
import { GO, type Language, LANGUAGES } from './support/languages.js';
import { ROOT } from './support/packed.js';
import { putInPlace } from './support/snippet.js';

const COMPILE_TIMEOUT_MS = 300_000;
const BRAND = `O'Neil \\ "$x" é`;
/** What a name may hold, and what would end a comment in one of the languages. */
const NAME = `Toko ?> */ " ' $(false) \u2028 1`;

const known = (name: string) => LANGUAGES.find((language) => language.name === name);
/** Laravel's way in, over stand-ins of what the SDK uses of it. */
const laravel = (php: Language | undefined): Language | undefined =>
  php && {
    ...php,
    name: 'Laravel',
    run: (program) => ['php', join(ROOT, 'test/sdk/runners/laravel.php'), program],
  };

const RUN: Record<SampleLanguage, { file: string; language: Language | undefined }> = {
  curl: { file: 'sample.sh', language: { name: 'cURL', run: (program) => ['sh', program], runner: [] } },
  node: { file: 'sample.mjs', language: known('TypeScript') },
  php: { file: 'sample.php', language: known('PHP') },
  laravel: { file: 'sample.php', language: laravel(known('PHP')) },
  python: { file: 'sample.py', language: known('Python') },
  go: { file: 'sample.go', language: requireProgram('go').kind === 'program' ? GO : undefined },
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);

describe('the samples of the page “Kirim”', () => {
  for (const [name, { file, language }] of Object.entries(RUN) as [SampleLanguage, (typeof RUN)['curl']][])
    it.skipIf(!language)(
      `send, check, and send nothing twice in ${SAMPLES[name].name}, whatever names have in them`,
      { timeout: COMPILE_TIMEOUT_MS },
      async () => {
        if (!language) return;
        const { userId, key } = await createAccount(service);
        const draft = {
          phone: newPhone(),
          otp_code: '482913',
          company_name: BRAND,
          language: 'en',
        } as const;
        const notes = { key: `key “${NAME}”`, attempt: 'percobaan' };
        const sample = SAMPLES[name].write(sampleOf(service.url, draft, notes));
        expect(sample).not.toContain(key);
        const path = putInPlace(language, file, sample);
        const [program, ...args] = language.run(path);
        const env = {
          PATH: process.env['PATH'],
          ...language.env,
          SANDI_URL: service.url,
          SANDI_API_KEY: key,
        };
        const run = async () => {
          const child = spawn(program, args, {
            cwd: dirname(path),
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
          });
          const ends = [text(child.stdout), text(child.stderr), once(child, 'close')] as const;
          const [output, complaints] = await Promise.all(ends);
          expect(complaints).toBe('');
          return output;
        };
        const first = await run();
        expect(first).toMatch(/"?valid"?: ?[Tt]rue/);
        const [, reference] = /(otp_\w{26})/.exec(first) ?? [];
        const second = await run();
        expect(second).toContain(reference);
        expect(second).toMatch(/"?valid"?: ?[Ff]alse/);
        const [message, ...others] = await service.database.read.findBy(Message, { userId });
        expect([message?.companyName, others.length]).toEqual([BRAND, 0]);
        expect(service.gateway.accepted.at(-1)?.text).toContain('is your O');
      },
    );

  it('have another attempt for another message, and the same for the same', () => {
    const draft = { phone: '', otp_code: '', company_name: '', language: 'id' } as const;
    const attemptOf = (changes: object) =>
      sampleOf('https://x', { ...draft, ...changes }, { key: '', attempt: '' }).attempt;
    expect(attemptOf({})).toBe(attemptOf({ phone: ' 081234567890 ' }));
    const others = [
      { phone: '081234567891' },
      { otp_code: '1234' },
      { company_name: 'B' },
      { language: 'en' },
    ];
    expect(new Set([{}, ...others].map(attemptOf)).size).toBe(5);
  });
});

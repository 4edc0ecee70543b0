import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ProgramName, requireProgram } from '../support/services/find-program.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { asJavaScript, codeBlock, GO_ALONE, sectionOf } from '../support/snippets.js';

const ROOT = new URL('../../', import.meta.url);
const SECTION = sectionOf(readFileSync(new URL('docs/webhooks.md', ROOT), 'utf8'), '## Verifying signatures');
const RUN_TIMEOUT_MS = 180_000;

interface Language {
  /** Of the code block. */
  fence: string;
  needs?: ProgramName;
  /** Reads the cases, calls the snippet, writes the types of the events (null: refused). */
  main: string;
  /** Where the snippet goes, and in which form it can be run. */
  snippet: string;
  prepare?: (code: string) => string;
  command: (main: string) => [program: string, ...args: string[]];
}

const LANGUAGES: Language[] = [
  {
    fence: 'ts',
    main: 'main.mjs',
    snippet: 'snippet.mjs',
    prepare: asJavaScript,
    command: (main) => [process.execPath, main],
  },
  {
    fence: 'php',
    needs: 'php',
    main: 'main.php',
    snippet: 'snippet.php',
    command: (main) => ['php', main],
  },
  {
    fence: 'python',
    needs: 'python',
    main: 'main.py',
    snippet: 'snippet.py',
    command: (main) => ['python3', main],
  },
  {
    fence: 'go',
    needs: 'go',
    main: 'main.go',
    snippet: 'snippet.go',
    prepare: (code) => code.replace('package sandi', 'package main'),
    command: (main) => ['go', 'run', main, join(main, '../snippet.go')],
  },
];

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY =
  '{"type":"otp.delivered","timestamp":"2026-01-31T06:45:00.000Z","livemode":true,"data":{"brand":"Toko é"}}';

function delivery(secrets: string[], { body = BODY, ageSeconds = 0 } = {}) {
  const at = new Date(Date.now() - ageSeconds * 1000);
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('evt_1', at, BODY)).join(' '),
  };
  return { secret: SECRET, headers, body };
}

const CASES: { what: ReturnType<typeof delivery>; type: string | null }[] = [
  { what: delivery([SECRET]), type: 'otp.delivered' },
  // While the secret is being replaced.
  { what: delivery([OTHER, SECRET]), type: 'otp.delivered' },
  { what: delivery([OTHER]), type: null },
  { what: delivery([SECRET], { body: BODY.replace('true', 'false') }), type: null },
  { what: delivery([SECRET], { ageSeconds: 600 }), type: null },
  { what: delivery([SECRET], { ageSeconds: -600 }), type: null },
  { what: { ...delivery([SECRET]), headers: {} as never }, type: null },
];

describe('the snippets of docs/webhooks.md know whether a webhook is from Sandi', () => {
  for (const language of LANGUAGES) {
    const isMissing = language.needs && requireProgram(language.needs).kind === 'missing';
    it.skipIf(isMissing)(`in ${language.fence}`, { timeout: RUN_TIMEOUT_MS }, () => {
      const run = spawnSync(...commandIn(language), {
        input: JSON.stringify(CASES.map(({ what }) => what)),
        encoding: 'utf8',
        timeout: RUN_TIMEOUT_MS,
        env: { ...process.env, ...GO_ALONE },
      });
      expect(run.stderr).toBe('');
      expect(JSON.parse(run.stdout)).toEqual(CASES.map(({ type }) => type));
    });
  }
});

/** The snippet and its caller in a folder of their own. */
function commandIn({ fence, main, snippet, prepare, command }: Language): [string, string[]] {
  const code = codeBlock(SECTION, fence);
  expect(code, `a code block in ${fence}`).not.toBe('');
  const folder = temporaryFolder('snippet');
  onTestFinished(() => folder.remove());
  writeFileSync(join(folder.path, snippet), prepare ? prepare(code) : code);
  copyFileSync(new URL(`snippets/${main}`, import.meta.url), join(folder.path, main));
  symlinkSync(fileURLToPath(new URL('node_modules', ROOT)), join(folder.path, 'node_modules'));
  const [program, ...args] = command(join(folder.path, main));
  return [program, args];
}

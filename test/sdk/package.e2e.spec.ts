import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import type * as sdk from '../../sdk/typescript/src/index.js';
import { requireProgram } from '../support/services/find-program.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { COMPOSER_ALONE, ROOT, withSdkInstalled } from './support/packed.js';

type Sdk = typeof sdk;

const installed = () => join(withSdkInstalled(), 'node_modules/sandi-sdk');
const userRequire = () => createRequire(join(withSdkInstalled(), 'package.json'));

describe('the package of the TypeScript SDK', () => {
  it('has what it needs, and nothing else', () => {
    expect(readdirSync(installed()).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    // What it is built with is not installed.
    const manifest = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual(['devDependencies']);
    expect(existsSync(join(withSdkInstalled(), 'node_modules/typescript'))).toBe(false);
  });

  it('can be imported and required, with the same names', async () => {
    const imported = (await import(
      /* @vite-ignore */ pathToFileURL(join(installed(), 'dist/esm/index.js')).href
    )) as Sdk;
    const required = userRequire()('sandi-sdk') as Sdk;
    expect(Object.keys(required).toSorted()).toEqual(Object.keys(imported).toSorted());
    const bySpecifier = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', "console.log(Object.keys(await import('sandi-sdk')).join())"],
      { cwd: withSdkInstalled(), encoding: 'utf8' },
    );
    expect(bySpecifier.trim().split(',').toSorted()).toEqual(Object.keys(imported).toSorted());
  });

  it('needs nothing but what the web has', async () => {
    const asked: string[] = [];
    const web = {
      AbortSignal,
      Blob,
      URL,
      URLSearchParams,
      TextEncoder,
      TextDecoder,
      atob,
      crypto,
      performance,
      setTimeout,
      fetch: (url: string) => {
        asked.push(url);
        return Promise.resolve(Response.json({ success: true, data: { credit_balance: 1 } }));
      },
    };
    const { Sandi, webhooks } = loadIn(createContext(web), 'index.js') as unknown as Sdk;
    const sandi = new Sandi({ url: 'https://otp.example.com/', apiKey: 'sandi_test_1' });
    expect(await sandi.credit()).toEqual({ credit_balance: 1 });
    await sandi.send({ phone: '081234567890', otp_code: '482913', company_name: 'Toko Budi' });
    expect(asked).toEqual(['credit', 'send'].map((call) => `https://otp.example.com/api/otp/${call}`));
    await expect(webhooks.verify('whsec_AAAA', new Headers(), '')).rejects.toMatchObject({
      name: 'WebhookVerificationError',
    });
  });
});

describe('the package of the PHP SDK', () => {
  it('needs nothing but PHP and what comes with it', () => {
    const { require } = JSON.parse(readFileSync(join(ROOT, 'sdk/php/composer.json'), 'utf8')) as {
      require: object;
    };
    expect(Object.keys(require).filter((name) => !/^(?:php$|ext-)/.test(name))).toEqual([]);
  });

  const hasComposer = requireProgram('composer').kind === 'program';

  it.skipIf(!hasComposer)('is one to Composer, at its strictest', () => {
    const home = temporaryFolder('composer');
    onTestFinished(() => home.remove());
    const check = spawnSync('composer', ['validate', '--strict'], {
      cwd: join(ROOT, 'sdk/php'),
      env: { PATH: process.env['PATH'], HOME: home.path, ...COMPOSER_ALONE },
      encoding: 'utf8',
    });
    expect(check.status, check.stderr).toBe(0);
  });
});

describe('the package of the Python SDK', () => {
  it('needs nothing but Python', () => {
    const project = readFileSync(join(ROOT, 'sdk/python/pyproject.toml'), 'utf8');
    expect(project.match(/^.*dependencies\b.*$/gm)).toEqual(['dependencies = []']);
  });
});

/** A file of the CommonJS build, in a world without Node. */
function loadIn(context: object, file: string): Record<string, unknown> {
  const path = join(installed(), 'dist/cjs', file);
  const module = { exports: {} };
  const load = (specifier: string) => {
    expect(specifier).toMatch(/^\.\/[\w-]+\.js$/);
    return loadIn(context, specifier.slice(2));
  };
  const wrapped = `(function (exports, require, module) {${readFileSync(path, 'utf8')}\n})`;
  (runInContext(wrapped, context) as (...args: unknown[]) => void)(module.exports, load, module);
  return module.exports;
}

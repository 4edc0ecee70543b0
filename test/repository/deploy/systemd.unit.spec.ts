import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requireProgram } from '../../support/services/find-program.js';
import { temporaryFolder } from '../../support/services/temporary-folder.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const UNIT = readFileSync(join(ROOT, 'deploy/systemd/sandi.service'), 'utf8');
/** Of 100, by systemd's own count of what a service is not kept from. */
const EXPOSURE_MAX = 20;

describe('deploy/systemd/sandi.service', () => {
  it('starts the service as `npm run start:prod` does', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [, command] = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(UNIT) ?? [];
    expect(`exec ${command}`).toBe(scripts['start:prod']);
  });

  it('hands over each secret that it loads', () => {
    const loaded = [...UNIT.matchAll(/^LoadCredential=(\w+):\/etc\/sandi\/secrets\/(\w+)$/gm)];
    expect(loaded.map(([, name, file]) => name === file)).toEqual([true, true, true, true]);
    for (const [, name = ''] of loaded)
      expect(UNIT).toMatch(new RegExp(`^Environment=.*\\b${name.toUpperCase()}_FILE=%d/${name}\\b`, 'm'));
  });

  const analyze = requireProgram('systemd-analyze');
  it.runIf(analyze.kind === 'program')('is understood by systemd, which finds little that it may do', () => {
    const folder = temporaryFolder('systemd');
    onTestFinished(() => folder.remove());
    const file = join(folder.path, 'sandi.service');
    const run = (...args: string[]) =>
      spawnSync(analyze.kind === 'program' ? analyze.path : '', args, { encoding: 'utf8' });
    const verify = (unit: string) => {
      writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
      return run('verify', '--man=no', file);
    };
    expect(verify(UNIT)).toMatchObject({ status: 0, stderr: '' });
    expect(verify(UNIT.replace('KillMode=mixed', 'KillMod=mixed')).stderr).toContain('KillMod');
    expect(verify(UNIT).status).toBe(0);
    const judged = run('security', '--offline=yes', `--threshold=${EXPOSURE_MAX}`, '--no-pager', file);
    expect(judged.status, judged.stdout).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  copyOf,
  type Installation,
  installIn,
  newTarget,
  type Target,
  textsOf,
} from '../operations/move/installation.js';
import { Program } from '../support/program.js';
import { startTestService } from '../support/service.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';
import { FAILPOINTS } from './failpoints.js';

const POINTS = FAILPOINTS.filter((name) => name.startsWith('move.'));

describe.runIf(inject('engine') === 'mysql')('npm run move', { timeout: 600_000 }, () => {
  let folder: TemporaryFolder;
  let old: Installation;
  let to: Target;
  beforeAll(async () => {
    folder = temporaryFolder('move-kills');
    old = await installIn(folder);
  });
  afterAll(async () => {
    await old.gateway.close();
    folder.remove();
  });

  async function run(url: string, failpoint?: string) {
    const env = { DATABASE_URL: url, MOVE_TO: to.url, NODE_ENV: 'test' };
    const program = new Program('dist/bundle/move.mjs', {
      ...env,
      ...(failpoint && { FAILPOINT: failpoint }),
    });
    return { ...(await program.exit()), output: program.output };
  }
  async function complete(from: { file: string; url: string }, before: Record<string, string[]>) {
    const last = await run(from.url);
    expect(last.code, last.output).toBe(0);
    expect(await textsOf(from, to)).toEqual(before);
    const service = await startTestService({ databaseUrl: to.url });
    await service.close();
    await to.drop();
  }

  it.each(POINTS)('killed at %s, it is complete once it runs through', async (point) => {
    const from = copyOf(old);
    const before = await textsOf(from);
    to = await newTarget();
    const killed = await run(from.url, point);
    expect(killed.signal, killed.output).toBe('SIGKILL');
    await complete(from, before);
  });

  it('killed at each batch, before and after its commit, it is complete once it runs through', async () => {
    const from = copyOf(old);
    const before = await textsOf(from);
    to = await newTarget();
    let batches = 0;
    for (;;) {
      await run(from.url, 'move.batch');
      const { code } = await run(from.url, 'move.copied');
      if (code === 0) break;
      batches += 1;
    }
    expect(batches).toBeGreaterThan(20);
    await complete(from, before);
  });
});

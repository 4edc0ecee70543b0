import { beforeAll, describe, expect, inject, it } from 'vitest';
import { BuiltService } from '../../support/built-service.js';
import { Program } from '../../support/program.js';
import { requireProgram } from '../../support/services/find-program.js';
import { createDatabase, startMariaDb } from '../../support/services/mariadb.js';
import { temporaryFolder } from '../../support/services/temporary-folder.js';

/** A MariaDB says of itself what it is told to; a MySQL does not. */
const runs = inject('sqlServer') === 'mariadb' && requireProgram('mariadb').kind === 'program';

describe.runIf(runs)('a server that is too old', () => {
  let env: Record<string, string>;
  beforeAll(async () => {
    const server = await startMariaDb({ options: ['--version=5.5.5-10.5.29-MariaDB-0+deb11u1'] });
    const folder = temporaryFolder('old-server');
    env = { DATA_DIR: folder.path, DATABASE_URL: await createDatabase(server.url) };
    return async () => {
      await server.stop();
      folder.remove();
    };
  });

  it('is refused by the boot, in one line that says which would do', async () => {
    const service = new BuiltService({ ...env, LOG_LEVEL: 'warn' });
    expect(await service.exit()).toEqual({ code: 1, signal: null });
    expect(service.output).toMatch(
      /^DATABASE_URL cannot be used: sandi@\S+: MariaDB 10\.5\.29-MariaDB-0\+deb11u1 is too old\. Upgrade it to MariaDB 10\.6\.0 or newer\.\n$/,
    );
  });

  it('is told by the doctor, with what to do', async () => {
    const doctor = new Program('dist/bundle/doctor.mjs', { ...env, NODE_ENV: 'test' });
    expect((await doctor.exit()).code).toBe(1);
    expect(doctor.output).toMatch(
      /^✗ database +MariaDB 10\.5\.29-MariaDB-0\+deb11u1 is too old\n +→ Upgrade it to MariaDB 10\.6\.0 or newer\.$/m,
    );
  });
});

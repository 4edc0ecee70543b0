import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { FrontProxy } from '../operations/front-proxies.js';
import { newMysqlDatabase } from '../support/databases.js';
import { newPhone, sendBody } from '../support/factories.js';
import { requireProgram } from '../support/services/find-program.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { Fleet } from './fleet.js';

const SENDS = 200;
const AT_ONCE = 8;
const FAILURES_MAX = 2;
const STOP_AFTER = 40;
/** The sends go on for some seconds after the stop. */
const PAUSE_MS = 250;

const found = (['nginx', 'caddy'] as const).filter((name) => requireProgram(name).kind === 'program');

/** SQLite has one process. */
describe.runIf(inject('engine') === 'mysql')('two instances behind one proxy', { timeout: 240_000 }, () => {
  it.each(found)(
    '%s: a SIGTERM of one loses at most 2 of 200 sends, and none is charged twice',
    async (name) => {
      const databaseUrl = await newMysqlDatabase();
      onTestFinished(() => dropDatabase(databaseUrl));
      const fleet = await Fleet.start({
        databaseUrls: [databaseUrl, databaseUrl],
        // As production has it.
        env: { SHUTDOWN_DELAY_MS: '3000' },
      });
      const hosts = await Promise.all(
        fleet.services.map(async (service) => new URL(await service.url()).host),
      );
      const proxy = await FrontProxy.start(name, ...hosts);
      onTestFinished(() => proxy.stop());
      const member = await fleet.member(SENDS * 200);

      const statuses: number[] = [];
      const send = async () => {
        const answer = await proxy.request('/api/otp/send', {
          method: 'POST',
          headers: { authorization: `Bearer ${member.key}`, 'content-type': 'application/json' },
          body: JSON.stringify(sendBody({ phone: newPhone() })),
        });
        await answer.body.dump();
        statuses.push(answer.statusCode);
      };
      let begun = 0;
      const sender = async () => {
        while (begun < SENDS) {
          if (++begun === STOP_AFTER) fleet.services[0]?.signal('SIGTERM');
          await send();
          await sleep(PAUSE_MS);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sender));

      expect(await fleet.services[0]?.exit()).toEqual({ code: 0, signal: null });
      expect(statuses).toHaveLength(SENDS);
      const failed = statuses.filter((status) => status !== 200);
      expect(failed.length, failed.join(' ')).toBeLessThanOrEqual(FAILURES_MAX);
      expect(await fleet.breaches()).toEqual([]);
    },
  );
});

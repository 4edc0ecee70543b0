import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { Fleet } from '../../../instances/fleet.js';
import { newDatabase } from '../../../support/databases.js';
import { type TemporaryFolder, temporaryFolder } from '../../../support/services/temporary-folder.js';
import { type Notice, OperatorDesk, OPERATORS, SECRET } from './desk.js';

const PATIENT = { interval: 200, timeout: 90_000 };

let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };
beforeEach(async () => {
  folder = temporaryFolder('alert-fleet');
  database = await newDatabase(folder.path);
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

it('processes of the built service tell each thing once: a phone that goes, and books that break', async () => {
  const desk = await OperatorDesk.start();
  const fleet = await Fleet.start({
    databaseUrls: inject('engine') === 'mysql' ? [database.url, database.url] : [database.url],
    env: {
      ...desk.env,
      ALERTS_SECONDS: '1',
      ALERT_AFTER_SECONDS: '10',
      BOOKS_SECONDS: '3',
      DEVICE_PROBE_SECONDS: '1',
    },
  });
  // By the official library as it is, on the real clock.
  const told = () =>
    desk.receiver
      .at('/alarm')
      .map(
        ({ headers, body }) => new Webhook(SECRET).verify(body, headers as Record<string, string>) as Notice,
      )
      .map(({ type, data }) => `${type} ${data.kind}`)
      .sort();
  const began = ['alert.began books_broken', 'alert.began device_disconnected'];
  const ended = ['alert.ended books_broken', 'alert.ended device_disconnected'];
  const recount = (by: string) => fleet.query(`UPDATE credit_balances SET entry_count = entry_count ${by}`);

  await fleet.member(1000);
  fleet.gateway.behave({ disconnected: true });
  await recount('+ 1');
  await vi.waitFor(() => expect(told()).toEqual(began), PATIENT);
  fleet.gateway.behave({ disconnected: false });
  await recount('- 1');
  await vi.waitFor(() => expect(told()).toEqual([...began, ...ended]), PATIENT);
  await sleep(5000);
  expect(told()).toEqual([...began, ...ended]);
  const mails = desk.mails.received.filter(({ to }) => to.includes(OPERATORS[0]));
  const lines = mails.flatMap(({ mail }) => (mail.text ?? '').match(/^(MULAI|BERAKHIR): .+$/gm) ?? []);
  expect(lines.sort()).toEqual([
    'BERAKHIR: device gateway terputus',
    'BERAKHIR: pembukuan tidak cocok',
    'MULAI: device gateway terputus',
    'MULAI: pembukuan tidak cocok',
  ]);
}, 240_000);

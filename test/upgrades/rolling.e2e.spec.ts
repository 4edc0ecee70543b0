import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { Fleet, type Member } from '../instances/fleet.js';
import type { Answer } from '../support/api.js';
import { emptyDatabase, type TestDatabase } from '../support/databases.js';
import { newPhone, sendBody } from '../support/factories.js';
import { Program } from '../support/program.js';
import { previousRelease, unpackPreviousRelease } from './previous-release.js';

/** Where a webhook is told to nobody. */
const NOBODY = 'http://127.0.0.1:9/';
/** As the built services of these tests have it. */
const SECRET = 'test-webhook-7cWq2Lx9';
const PREVIOUS = `${unpackPreviousRelease()}/dist/src`;
const [OLD, NEW] = [0, 1];
const SIDES = [
  { turn: OLD, other: NEW },
  { turn: NEW, other: OLD },
];

/** On the two processes of one start, which is most of the time that it takes. */
const onEach = (title: string, work: (side: (typeof SIDES)[number]) => Promise<void>) =>
  it(`each ${title}`, async () => {
    for (const side of SIDES) await work(side);
  });

interface Document {
  paths: Record<string, { get?: { responses: Record<string, { content?: Record<string, unknown> }> } }>;
}

/** SQLite has one process, so an upgrade there is a stop and a start. */
describe.runIf(inject('engine') === 'mysql')(
  `${previousRelease.version} beside what comes after it`,
  { timeout: 180_000 },
  () => {
    let database: TestDatabase;
    let fleet: Fleet;
    beforeEach(async () => {
      database = await emptyDatabase('');
      // The first makes its own schema; the second migrates it while the first serves, as a rolling upgrade does.
      fleet = await Fleet.start({
        databaseUrls: [database.url, database.url],
        files: [`${PREVIOUS}/main.js`, 'dist/bundle/main.mjs'],
        // The old one takes an unknown variable for a mistake.
        env: { BOOKS_SECONDS: '60', WEBHOOK_ALLOW_PRIVATE: 'true', SHUTDOWN_DELAY_MS: '' },
      });
    });
    afterEach(async () => {
      const programs = { old: `${PREVIOUS}/books/main.js`, new: 'dist/bundle/books.mjs' };
      for (const [name, file] of Object.entries(programs)) {
        const books = new Program(file, { DATABASE_URL: database.url });
        expect(await books.exit(), `${name}: ${books.output}`).toEqual({ code: 0, signal: null });
      }
      // What fails without an answer, such as the recovery, says so as an error.
      for (const { output } of fleet.services) expect(output).not.toMatch(/"level":[56]0/);
      await database.drop();
    });

    const expected = (answer: Answer, status = 200) => {
      expect(answer).toAnswer(status);
      return answer.body.data as Record<string, string>;
    };
    const send = async (turn: number, member: Member, body: object = sendBody(), key = randomUUID()) =>
      fleet.api(turn).post('/api/otp/send', body, { token: member.key, headers: { 'idempotency-key': key } });
    const statusOf = async (turn: number, { key }: Member, id: string) =>
      expected(await fleet.api(turn).get(`/api/otp/messages/${id}`, { token: key }))['status'];

    onEach('takes part in all of a message that the other has sent', async ({ turn, other }) => {
      const member = await fleet.member(10_000, other);
      const [body, key] = [sendBody(), randomUUID()];
      const { message_id: id = '' } = expected(await send(other, member, body, key));

      expect(expected(await send(turn, member, body, key))['message_id']).toBe(id);
      expect(await send(turn, member, body)).toAnswer(409);
      expect(await statusOf(turn, member, id)).toBe('sent');
      const { otp_code: otpCode, phone } = body;
      const check = { phone, otp_code: otpCode };
      expect(
        expected(await fleet.api(turn).post('/api/otp/check', check, { token: member.key })),
      ).toMatchObject({ valid: true });
      const accepted = fleet.gateway.accepted.at(-1);
      const event = statusEvent(accepted?.id ?? '', 'delivered');
      expected(
        await fleet
          .api(turn)
          .post('/api/webhook/gateway', undefined, signedCallback(event, SECRET, new Date())),
      );
      expect(await statusOf(other, member, id)).toBe('delivered');
      expect([await fleet.balanceOf(member, turn), await fleet.balanceOf(member, other)]).toEqual([
        9800, 9800,
      ]);
    });

    onEach('sends, fails, refunds and does not know, on the schema of both', async ({ turn }) => {
      const member = await fleet.member(10_000, turn);
      await fleet.api(turn).post('/api/account/webhooks', { url: NOBODY }, { token: member.token });
      expected(await send(turn, member));
      fleet.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
      expect(await send(turn, member)).toAnswer(502);
      fleet.gateway.script([{ dropAnswer: 'after' }]);
      expect(await send(turn, member)).toAnswer(504);
      const inTest = await fleet
        .api(turn)
        .post('/api/account/api-keys', { name: 'uji', mode: 'test' }, { token: member.token });
      const { key = '' } = expected(inTest, inTest.status);
      expected(await send(turn, { ...member, key }, sendBody({ phone: newPhone() })));
      expect(await fleet.balanceOf(member, turn)).toBe(10_000 - 2 * 200);
    });

    onEach(
      'sends new codes of a verification that the other has made, and takes back what was refused',
      async ({ turn, other }) => {
        const member = await fleet.member(10_000, other);
        const phone = newPhone();
        const post = (at: number, path: string, body: object) =>
          fleet.api(at).post(`/api/otp/verifications${path}`, body, { token: member.key });
        const made = expected(await post(other, '', { phone, company_name: 'Toko Uji' }), 201);
        const path = `/${made['verification_id']}`;
        for (const at of [turn, other]) {
          const { reference = '' } = expected(await post(at, `${path}/resend`, { phone }));
          for (const refusing of [turn, other]) {
            fleet.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
            expect(await post(refusing, `${path}/resend`, { phone })).toAnswer(502);
          }
          expect(
            expected(await fleet.api(turn).get(`/api/otp/verifications${path}`, { token: member.key })),
          ).toMatchObject({
            status: 'pending',
            reference,
          });
        }
        const { reference = '' } = expected(
          await fleet.api(other).get(`/api/otp/verifications${path}`, { token: member.key }),
        );
        const otpCode = /[0-9]{6}/.exec(fleet.gateway.find(reference)?.text ?? '')?.[0];
        expect(expected(await post(turn, `${path}/check`, { otp_code: otpCode }))).toMatchObject({
          status: 'approved',
        });
      },
    );

    onEach('takes what people do with accounts, keys, webhooks and devices', async ({ turn, other }) => {
      const member = await fleet.member(1000, turn);
      const own = { token: member.token };
      const { id } = expected(await fleet.api(turn).post('/api/account/webhooks', { url: NOBODY }, own), 201);
      expected(await fleet.api(turn).patch(`/api/account/webhooks/${id}`, { active: false }, own));
      expected(await fleet.api(other).patch(`/api/account/webhooks/${id}`, { active: true }, own));
      expected(await fleet.api(turn).post(`/api/account/api-keys/${member.keyId}/rotate`, {}, own), 201);
      expected(await fleet.api(turn).patch('/api/auth/me', { name: 'Nama Baru' }, own));
      expected(await fleet.api(turn).patch('/api/account/credit', { low_threshold: 500 }, own));
      await fleet.admin('patch', '/api/admin/devices/1', { weight: 2 }, turn);
      await fleet.admin('put', `/api/admin/users/${member.userId}/brands`, { brands: ['Toko Uji'] }, turn);
      await fleet.admin('put', `/api/admin/users/${member.userId}/suspension`, { suspended: true }, turn);
      await fleet.admin('put', `/api/admin/users/${member.userId}/suspension`, { suspended: false }, other);
      const { body } = await fleet
        .api(other)
        .get(`/api/admin/users/${member.userId}`, { token: fleet.adminToken });
      expect(body.data).toMatchObject({ name: 'Nama Baru' });
    });

    onEach('reads everything that there is to read', async ({ turn, other }) => {
      const member = await fleet.member(1000, other);
      expected(await send(other, member));
      const documents = ['docs', 'docs/account', 'docs/admin'].map(async (address) => {
        const { status, body } = await fleet.api(turn).get(`/${address}/openapi.json`);
        return status === 200 ? (body as unknown as Document).paths : {};
      });
      const paths = Object.assign({}, ...(await Promise.all(documents))) as Document['paths'];
      const tokens = { '/api/otp/': member.key, '/api/account/': member.token, '/api/auth/': member.token };
      let read = 0;
      for (const [path, { get }] of Object.entries(paths)) {
        // An address with an id is asked for above; a stream never ends.
        if (!get || path.includes('{') || get.responses['200']?.content?.['text/event-stream']) continue;
        const token =
          Object.entries(tokens).find(([prefix]) => path.startsWith(prefix))?.[1] ?? fleet.adminToken;
        const answer = await fleet.api(turn).get(path, { token });
        expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(500);
        read += answer.status === 200 ? 1 : 0;
      }
      expect(read).toBeGreaterThan(20);
    });

    it('a phone is erased and an account closed beside the previous release, which reads and sends on', async () => {
      const [member, leaver] = [await fleet.member(10_000, OLD), await fleet.member(10_000, OLD)];
      const phone = newPhone();
      for (const from of [member, leaver]) expected(await send(OLD, from, sendBody({ phone })));
      const requests = '/api/admin/privacy/requests';
      const { body } = await fleet.admin('post', requests, { phone, kind: 'erasure' }, NEW);
      const { id } = body.data as { id: number };
      const done = await fleet.admin('post', `${requests}/${id}/complete`, {}, NEW);
      expect(done.body.data).toMatchObject({ status: 'completed' });
      await fleet.admin('post', `/api/admin/users/${leaver.userId}/close`, {}, NEW);

      const history = await fleet.api(OLD).get('/api/account/history', { token: member.token });
      expect(history.body.data).toMatchObject({
        items: [{ status: 'sent', recipient: `62${phone.slice(1, 3)}****` }],
      });
      expected(await send(OLD, member, sendBody({ phone })));
      expect(await fleet.balanceOf(member, OLD)).toBe(10_000 - 2 * 200);
      expect(await send(OLD, leaver)).toAnswer(401, 'api_key_invalid');
    });

    it('the previous release boots again where the next one has migrated: a pod that moves, or the way back', async () => {
      const [old] = fleet.services;
      old?.signal('SIGTERM');
      await old?.exit();
      const again = await Fleet.start({ databaseUrls: [database.url], files: [`${PREVIOUS}/main.js`] });
      const member = await again.member(1000);
      expected(await again.send(0, member, sendBody()));
      expect(again.services[0]?.output).not.toMatch(/"level":[56]0/);
    });
  },
);

import { describe, expect, it } from 'vitest';
import { Device } from '../../../../src/gateway/device.entities.js';
import { DevicePool } from '../../../../src/gateway/index.js';
import { AlertWatch } from '../../../../src/operations/alerts/operator/alert-watch.js';
import { NoticeOutbox } from '../../../../src/operations/alerts/operator/notice-outbox.js';
import { createAccount } from '../../../support/factories.js';
import type { TestService } from '../../../support/service.js';
import { userToken } from '../../../support/tokens.js';
import { adminOf, observe, observeLong, OperatorDesk, OPERATORS, phone, sendNotices } from './desk.js';

const [OPS, BOSS] = OPERATORS;

async function mark(service: TestService, marks: Partial<Device>): Promise<void> {
  await service.database.tx((tx) => tx.update(Device, { id: 1 }, marks));
  await service.app.get(DevicePool).refresh();
}

describe('a device that disconnects', () => {
  it('is told by mail and webhook, once when it begins and once when it ends, however often is looked', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    await phone(service, true);
    await observe(service);
    await phone(service, false);
    for (let round = 0; round < 3; round++) await observeLong(service);
    expect(desk.told).toEqual(['began device_disconnected']);
    for (const operator of OPERATORS)
      expect(desk.subjectsTo(operator)).toEqual(['Sandi: device gateway terputus']);

    await phone(service, true);
    for (let round = 0; round < 3; round++) await observeLong(service);
    expect(desk.told).toEqual(['began device_disconnected', 'ended device_disconnected']);
    for (const operator of OPERATORS)
      expect(desk.subjectsTo(operator)).toEqual([
        'Sandi: device gateway terputus',
        'Sandi: berakhir: device gateway terputus',
      ]);
    const [began, ended] = desk.notices;
    expect(began?.data).toMatchObject({ subject: 'device:1', detail: { device: 'gateway' }, ended_at: null });
    const endedAt = new Date(ended?.data.ended_at ?? '');
    expect(ended?.data).toMatchObject({ id: began?.data.id, since: began?.data.since });
    expect(endedAt.getTime()).toBeGreaterThan(new Date(began?.data.since ?? '').getTime());
  });

  it('for two seconds only is told to nobody, however often', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    for (let flap = 0; flap < 4; flap++) {
      await phone(service, false);
      await observe(service);
      await phone(service, true);
      service.clock.advance(2);
      await observe(service);
      service.clock.advance(20);
    }
    expect(desk.told).toEqual([]);
    expect(desk.mailed).toEqual([]);
    await phone(service, false);
    await observe(service);
    service.clock.advance(59);
    await observe(service);
    expect(desk.told).toEqual([]);
    service.clock.advance(2);
    await observe(service);
    expect(desk.told).toEqual(['began device_disconnected']);
  });

  it('is told once by two instances that look at the same time', async () => {
    const desk = await OperatorDesk.start();
    const first = await desk.service();
    const second = await desk.second(first);
    const both = (work: (service: TestService) => Promise<void>) =>
      Promise.all([work(first), work(second), work(first), work(second)]);
    for (const isOn of [false, true]) {
      await phone(first, isOn);
      await phone(second, isOn);
      for (let round = 0; round < 3; round++) {
        await both(observe);
        first.clock.advance(61);
      }
      await both(observe);
    }
    expect(desk.told).toEqual(['began device_disconnected', 'ended device_disconnected']);
    for (const operator of OPERATORS) expect(desk.subjectsTo(operator)).toHaveLength(2);
  });

  it('is told neither to be well nor to be out again by an instance that has just started', async () => {
    const desk = await OperatorDesk.start();
    const lasting = await desk.lasting();
    const before = await desk.service(lasting);
    await phone(before, false);
    await observeLong(before);
    await before.close();
    lasting.clock.advance(100);
    const after = await desk.service(lasting);
    // Not asked yet, the device counts as well.
    await observe(after);
    await phone(after, false);
    for (let round = 0; round < 2; round++) await observeLong(after);
    expect(desk.told).toEqual(['began device_disconnected']);
    await phone(after, true);
    for (let round = 0; round < 2; round++) await observeLong(after);
    expect(desk.told).toEqual(['began device_disconnected', 'ended device_disconnected']);
  });

  it('that an administrator has taken out is no news', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    await phone(service, false);
    await mark(service, { state: 'draining' });
    await observeLong(service);
    expect(desk.told).toEqual([]);
  });
});

describe('a device that is restricted or degraded', () => {
  it('is told of each by itself', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    const now = service.clock.now();
    const until = new Date(now.getTime() + 300_000);
    await mark(service, { restrictedUntil: until, degradedSince: now });
    await observeLong(service);
    expect(desk.told.sort()).toEqual(['began device_degraded', 'began device_restricted']);
    const details = desk.notices.map(({ data }) => data.detail);
    expect(details).toContainEqual({ device: 'gateway', until: until.toISOString() });
    // All that is due to one operator is one mail.
    expect(desk.subjectsTo(OPS)).toEqual(['Sandi: 2 peringatan']);
    const text = desk.mails.received[0]?.mail.text ?? '';
    expect(text).toContain('MULAI: device gateway dibatasi WhatsApp');
    expect(text).toContain('MULAI: device gateway tidak melapor');
    expect(text).toContain(`${service.config.publicUrl}/admin/system`);
    service.clock.advance(240);
    for (let round = 0; round < 2; round++) await observeLong(service);
    expect(desk.told.filter((told) => told.startsWith('ended'))).toEqual(['ended device_restricted']);
  });
});

describe('an alert that an administrator acknowledges', () => {
  const open = async (service: TestService) => {
    const answer = await service.api.get('/api/admin/alerts?state=open', { token: await adminOf(service) });
    return answer.body.data as { total: number; unacknowledged: number; items: { id: number }[] };
  };
  const acknowledge = async (service: TestService, id: number) =>
    service.api.post(`/api/admin/alerts/${id}/acknowledge`, {}, { token: await adminOf(service) });

  it('is quiet until it ends, which is told; it is noted who did, and when, once', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    desk.mails.refused.add(OPS);
    await phone(service, false);
    await observeLong(service);
    const [id = 0] = (await open(service)).items.map((alert) => alert.id);
    expect(await open(service)).toMatchObject({ total: 1, unacknowledged: 1 });
    const [first, again] = [await acknowledge(service, id), await acknowledge(service, id)];
    expect(first.body.data).toMatchObject({ id, acknowledged_by: 'admin', ended_at: null });
    expect(again.body.data).toEqual(first.body.data);
    expect(await open(service)).toMatchObject({ total: 1, unacknowledged: 0 });
    const token = await adminOf(service);
    const audit = await service.api.get(`/api/admin/audit?target=alert:${id}`, { token });
    expect(audit.body.data).toMatchObject({
      total: 1,
      items: [{ action: 'alert.acknowledge', detail: { kind: 'device_disconnected', subject: 'device:1' } }],
    });

    desk.mails.refused.clear();
    service.clock.advance(3600);
    await observeLong(service);
    expect(desk.subjectsTo(OPS), 'who was not told yet is not told any more').toEqual([]);
    expect(desk.subjectsTo(BOSS)).toHaveLength(1);
    await phone(service, true);
    for (let round = 0; round < 2; round++) await observeLong(service);
    expect(desk.subjectsTo(OPS)).toEqual(['Sandi: berakhir: device gateway terputus']);
    expect(await open(service)).toMatchObject({ total: 0, unacknowledged: 0 });

    await phone(service, false);
    await observeLong(service);
    expect(await open(service), 'the next one calls anew').toMatchObject({ total: 1, unacknowledged: 1 });
  });

  it('is one that is there, and acknowledged by nobody else', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    await phone(service, false);
    await observe(service);
    // Seen, but not long enough to be an alert.
    expect((await acknowledge(service, 1)).body.code).toBe('not_found');
    const { userId } = await createAccount(service);
    const token = await userToken(service, userId);
    const refused = await service.api.post('/api/admin/alerts/1/acknowledge', {}, { token });
    expect(refused.body.code).toBe('forbidden');
  });
});

describe('a notice', () => {
  it('that one channel does not take is told by the others at once, and by that one later, in order', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    desk.mails.refused.add(OPS);
    desk.receiver.behave('/alarm', { status: 500 });
    await phone(service, false);
    await observeLong(service);
    expect(desk.subjectsTo(BOSS)).toEqual(['Sandi: device gateway terputus']);
    expect(desk.subjectsTo(OPS)).toEqual([]);
    await phone(service, true);
    for (let round = 0; round < 2; round++) await observeLong(service);
    expect(desk.subjectsTo(BOSS)).toHaveLength(2);

    desk.mails.refused.clear();
    desk.receiver.behave('/alarm', { status: 204 });
    const refused = desk.receiver.at('/alarm').map(({ headers }) => headers['webhook-id']);
    expect(refused.length, 'tried again, after a pause').toBeGreaterThan(1);
    desk.receiver.received.length = 0;
    for (let minutes = 0; minutes < 3; minutes++) {
      service.clock.advance(70);
      await observe(service);
    }
    expect(desk.subjectsTo(OPS)).toEqual([
      'Sandi: device gateway terputus',
      'Sandi: berakhir: device gateway terputus',
    ]);
    const taken = desk.receiver.at('/alarm');
    expect(taken.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'alert.began',
      'alert.ended',
    ]);
    expect(new Set(refused), 'the same event at every attempt').toEqual(
      new Set([taken[0]?.headers['webhook-id']]),
    );
    expect(desk.subjectsTo(BOSS), 'who was told is not told again').toHaveLength(2);
    const logs = service.logs.join('');
    for (const operator of OPERATORS) expect(logs).not.toContain(operator);
  });

  it('that was written down before a crash is told once by whoever comes next', async () => {
    const desk = await OperatorDesk.start();
    const lasting = await desk.lasting();
    const before = await desk.service(lasting);
    await phone(before, false);
    const watch = before.app.get(AlertWatch);
    await watch.observeSources();
    lasting.clock.advance(61);
    await watch.observeSources();
    await before.close();
    expect([desk.told, desk.mailed]).toEqual([[], []]);
    const after = await desk.service(lasting);
    await sendNotices(after.app);
    await sendNotices(after.app);
    expect(desk.told).toEqual(['began device_disconnected']);
    for (const operator of OPERATORS) expect(desk.subjectsTo(operator)).toHaveLength(1);
  });

  it('whose teller died comes back when its lease ends, and not before', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    await phone(service, false);
    const watch = service.app.get(AlertWatch);
    await watch.observeSources();
    service.clock.advance(61);
    await watch.observeSources();
    const notices = service.app.get(NoticeOutbox);
    for (const channel of ['mail', 'webhook'] as const)
      expect((await notices.lease(await notices.due(channel))).length).toBeGreaterThan(0);
    await sendNotices(service.app);
    expect([desk.told, desk.mailed]).toEqual([[], []]);
    service.clock.advance(61);
    await sendNotices(service.app);
    expect(desk.told).toEqual(['began device_disconnected']);
    service.clock.advance(240);
    await sendNotices(service.app);
    for (const operator of OPERATORS) expect(desk.subjectsTo(operator)).toHaveLength(1);
    expect(desk.told).toHaveLength(1);
  });

  it('nobody is sent where no channel is set, and the alert is listed all the same', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service({
      env: { ALERT_MAIL_TO: '', ALERT_WEBHOOK_URL: '', ALERT_WEBHOOK_SECRET: '' },
    });
    await phone(service, false);
    await observeLong(service);
    expect([desk.told, desk.mailed]).toEqual([[], []]);
    const answer = await service.api.get('/api/admin/alerts', { token: await adminOf(service) });
    expect(answer.body.data).toMatchObject({ total: 1, items: [{ notices: [] }] });
  });
});

describe('GET /api/admin/alerts', () => {
  it('tells an administrator what is going on, what was, and who was told', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    const token = await adminOf(service);
    const list = async (query = '') =>
      (await service.api.get(`/api/admin/alerts${query}`, { token })).body.data as object;
    await phone(service, false);
    await observe(service);
    expect(await list(), 'not long enough yet').toMatchObject({ total: 0, page: 1, limit: 20, items: [] });
    await observeLong(service);
    const [alert] = ((await list('?state=open')) as { items: { notices: object[] }[] }).items;
    expect(alert).toMatchObject({
      kind: 'device_disconnected',
      subject: 'device:1',
      detail: { device: 'gateway' },
      ended_at: null,
    });
    expect(alert?.notices).toHaveLength(3);
    for (const notice of alert?.notices ?? [])
      expect(notice).toMatchObject({ event: 'began', state: 'told', attempts: 1 });
    expect(await list('?state=ended')).toMatchObject({ total: 0 });
    const { text } = await service.api.get('/metrics');
    expect(text).toContain('sandi_operator_alerts{kind="device_disconnected"} 1');
    expect(text).toContain('sandi_operator_notices_total{channel="mail",result="told"} 2');
    await phone(service, true);
    for (let round = 0; round < 2; round++) await observeLong(service);
    expect(await list('?state=open')).toMatchObject({ total: 0 });
    expect(await list('?state=ended&limit=1')).toMatchObject({ total: 1, limit: 1 });
    expect((await service.api.get('/metrics')).text).toContain(
      'sandi_operator_alerts{kind="device_disconnected"} 0',
    );
    const wrong = await service.api.get('/api/admin/alerts?state=lama', { token });
    expect(wrong).toAnswer(400, 'parameter_invalid');
  });

  it('is for administrators only', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    const { userId, key } = await createAccount(service);
    const tokens = [undefined, key, await userToken(service, userId)];
    const answers = tokens.map((token) => service.api.get('/api/admin/alerts', { token }));
    const codes = (await Promise.all(answers)).map(({ body }) => body.code);
    expect(codes).toEqual(['token_missing', 'token_invalid', 'forbidden']);
  });
});

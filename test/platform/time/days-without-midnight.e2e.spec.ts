import { expect, it } from 'vitest';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { Message } from '../../../src/otp/message.entities.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

/** Zones whose clocks skip a midnight or have one twice, the local day, and when it begins and ends. */
const DAYS = [
  ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00:00Z', '2027-04-30T21:00:00Z'],
  ['America/Havana', '2027-11-07', '2027-11-07T04:00:00Z', '2027-11-08T05:00:00Z'],
  ['America/Santiago', '2027-09-05', '2027-09-05T04:00:00Z', '2027-09-06T03:00:00Z'],
] as const;

it.each(DAYS)(
  'in %s the day %s counts from its first instant to its last',
  async (zone, day, start, end) => {
    const service = await startTestService({ env: { TIMEZONE: zone, RECOVERY_SECONDS: '3600' } });
    try {
      const goTo = (at: string, seconds = 0) =>
        service.clock.advance((Date.parse(at) - service.clock.now().getTime()) / 1000 + seconds);
      const { userId } = await createAccount(service);
      const { key } = await service.app
        .get(ApiKeysService)
        .create(userId, { name: 'harian', mode: 'live', daily_cap: 2 });
      const send = () =>
        service.api.post('/api/otp/send', sendBody({ external_id: 'harian' }), { token: key });
      const code = async () => {
        const answer = await send();
        return answer.status === 200 ? 'sent' : answer.body.code;
      };
      goTo(start, -1);
      expect([await code(), await code(), await code()]).toEqual(['sent', 'sent', 'daily_cap_reached']);
      const late = await send();
      expect(late.headers.get('retry-after')).toBe('1');
      goTo(start);
      expect([await code(), await code()]).toEqual(['sent', 'sent']);
      const stats = await service.api.get('/api/otp/stats', { token: key });
      expect(stats.body.data).toMatchObject({ total_sent: 4, today_count: 2 });
      goTo(end, -1);
      expect((await send()).headers.get('retry-after')).toBe('1');
      goTo(end);
      expect(await code()).toBe('sent');

      const days = (
        await service.database.read.find(Message, { where: { userId }, order: { id: 'ASC' } })
      ).map((message) => message.day);
      expect(days.filter((each) => each === day)).toHaveLength(2);
      const token = await userToken(service, userId);
      for (const path of [
        `/api/account/history?from=${day}&to=${day}`,
        `/api/account/history?from=${day}&to=${day}&brand=Toko+Uji`,
        `/api/account/credit/entries?from=${day}&to=${day}`,
      ]) {
        const answer = await service.api.get(path, { token });
        expect(answer).toAnswer(200);
        expect((answer.body.data?.['items'] as unknown[]).length).toBe(2);
      }
      const found = await service.api.post(
        '/api/account/messages/search',
        { external_id: 'harian', from: day, to: day },
        { token },
      );
      expect(found.body.data?.['items']).toHaveLength(2);
      const csv = await service.api.get(`/api/account/history/export?from=${day}&to=${day}`, { token });
      expect(csv.text.trim().split('\n')).toHaveLength(3);
    } finally {
      await service.close();
    }
  },
  60_000,
);

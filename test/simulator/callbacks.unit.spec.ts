import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { SECRET, sendTaken, statuses, useSimulator } from './support.js';

const world = useSimulator();

describe('callbacks', () => {
  it('say what docs/contract.md says, and the reference', async () => {
    const id = await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    expect(world.receiver.received.map(({ body }) => body)).toEqual([
      { event: 'message.status', payload: { id, status: 'sent', error: null, reference: 'ref-1' } },
      { event: 'message.status', payload: { id, status: 'delivered', error: null, reference: 'ref-1' } },
    ]);
    expect(world.receiver.received[0]?.headers).not.toHaveProperty('webhook-signature');
    expect(world.simulator.accepted[0]?.callbacks).toMatchObject([
      { status: 'sent', attempts: 1, answered: 200 },
      { status: 'delivered', attempts: 1, answered: 200 },
    ]);
  });

  it.each([
    ['a whsec_ secret', SECRET, new Webhook(SECRET)],
    [
      'any other secret',
      'local secret of 30 characters.',
      new Webhook('local secret of 30 characters.', { format: 'raw' }),
    ],
  ])('are signed so that the library verifies them, with %s', async (_, secret, webhook) => {
    await world.start({ callbackSecret: secret });
    await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    expect(world.receiver.received).toHaveLength(2);
    for (const { raw, headers, body } of world.receiver.received) {
      expect(webhook.verify(raw, headers as Record<string, string>)).toEqual(body);
    }
  });

  it('are repeated under the same id until one is taken', async () => {
    await world.start({ callbackSecret: SECRET, switches: { timeline: 'sent' } });
    world.receiver.answerNext(500, 302);
    await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    expect(statuses(world.receiver)).toEqual(['sent', 'sent', 'sent']);
    expect(new Set(world.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(world.simulator.requests).toMatchObject({
      callbackAttempts: 3,
      callbacksTaken: 1,
      callbacksLost: 0,
    });
  });

  it('are given up after their attempts, when refused and when nobody listens', async () => {
    world.receiver.answerNext(500, 500, 500);
    world.simulator.behave({ timeline: 'sent' });
    await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    expect(world.simulator.find('ref-1')?.callbacks).toMatchObject([{ attempts: 3, answered: 500 }]);
    await world.receiver.close();
    await sendTaken(world.simulator, 'ref-2');
    await world.simulator.drain();
    expect(world.simulator.find('ref-2')?.callbacks).toMatchObject([{ attempts: 3, answered: null }]);
    expect(world.simulator.requests).toMatchObject({ callbacksTaken: 0, callbacksLost: 2 });
  });

  it('can be sent by hand, also for an id that was never given out', async () => {
    world.simulator.behave({ timeline: 'none' });
    const id = await sendTaken(world.simulator, 'ref-1');
    expect(await world.simulator.callback(id, 'failed', 'blocked')).toEqual({
      taken: true,
      attempts: 1,
      answered: 200,
    });
    await world.simulator.callback('3EB0UNKNOWN', 'delivered');
    expect(world.receiver.received.map(({ body }) => body.payload)).toEqual([
      { id, status: 'failed', error: 'blocked', reference: 'ref-1' },
      { id: '3EB0UNKNOWN', status: 'delivered', error: null },
    ]);
    expect(world.simulator.find('ref-1')).toMatchObject({ status: 'failed', error: 'blocked' });
  });

  it('go nowhere without a URL, and elsewhere when pointed there', async () => {
    world.simulator.callbackTo(null);
    const id = await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    expect(world.simulator.find('ref-1')?.status).toBe('delivered');
    await expect(world.simulator.callback(id, 'failed')).rejects.toThrow('no callback URL');
    expect(() => world.simulator.callbackTo('ftp://127.0.0.1')).toThrow('http');
    world.simulator.callbackTo(world.receiver.url, SECRET);
    await world.simulator.callback(id, 'delivered');
    expect(world.receiver.received).toHaveLength(1);
    expect(world.receiver.received[0]?.headers).toHaveProperty('webhook-signature');
  });

  it('never move a delivered message down, whatever is sent by hand', async () => {
    const id = await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    await world.simulator.callback(id, 'failed', 'late');
    expect(world.simulator.find('ref-1')).toMatchObject({ status: 'delivered', error: null });
  });

  it('of many messages all arrive', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, n) => sendTaken(world.simulator, `ref-${n}`)));
    await world.simulator.drain();
    expect(world.receiver.received).toHaveLength(400);
    expect(world.simulator.requests.callbacksTaken).toBe(400);
  });
});

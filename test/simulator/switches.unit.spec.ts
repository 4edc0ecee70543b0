import { describe, expect, it } from 'vitest';
import { SwitchError } from '../../simulator/gateway.js';
import { ask, SECRET, send, sendTaken, statuses, useSimulator } from './support.js';

const world = useSimulator();

describe('the switch', () => {
  it('answerDelayMs takes on arrival and answers late', async () => {
    world.simulator.behave({ answerDelayMs: 80 });
    const began = performance.now();
    const answer = send(world.simulator, 'ref-1');
    await expect.poll(() => world.simulator.accepted.length).toBe(1);
    await expect(await answer).toAnswer(202);
    expect(performance.now() - began).toBeGreaterThanOrEqual(75);
  });

  it('callbackDelayMs spaces the callbacks', async () => {
    world.simulator.behave({ callbackDelayMs: 60 });
    const began = performance.now();
    await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    const [sent, delivered] = world.receiver.received.map(({ at }) => at - began);
    expect(sent).toBeGreaterThan(55);
    expect(delivered).toBeGreaterThan(115);
  });

  it.each([
    ['delivered', ['sent', 'delivered'], null],
    ['sent', ['sent'], null],
    ['failed', ['sent', 'failed'], 'phone is off'],
    ['none', [], null],
  ] as const)('timeline %s reports %j', async (timeline, expected, error) => {
    world.simulator.behave({ timeline, failureText: 'phone is off' });
    await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    expect(statuses(world.receiver)).toEqual(expected);
    expect(world.receiver.received.at(-1)?.body.payload.error ?? null).toBe(error);
    const looked = await ask(world.simulator, '/messages/ref-1');
    expect(await looked.json()).toMatchObject({ status: expected.at(-1) ?? 'sent', error });
  });

  it.each([
    [400, 400, 'message refused'],
    [429, 429, 'device busy'],
    [503, 503, 'device busy'],
    [{ status: 422, error: 'no such number' }, 422, 'no such number'],
  ])('refuse %j refuses readably and takes nothing', async (refuse, status, error) => {
    world.simulator.behave({ refuse });
    const answer = await send(world.simulator, 'ref-1');
    await expect(answer).toAnswer(status);
    expect(await answer.json()).toEqual({ error });
    expect(world.simulator.accepted).toHaveLength(0);
  });

  it('refuse does not refuse a reference that was already taken', async () => {
    const id = await sendTaken(world.simulator, 'ref-1');
    world.simulator.behave({ refuse: 503, disconnected: true });
    expect(await sendTaken(world.simulator, 'ref-1')).toBe(id);
  });

  it('refuseRate refuses a share, the same sends for the same seed', async () => {
    const run = async (seed: number): Promise<number[]> => {
      await world.start({ seed, callbackUrl: null, switches: { refuse: 429, refuseRate: 0.5 } });
      const answers: number[] = [];
      for (let n = 0; n < 40; n += 1) answers.push((await send(world.simulator, `ref-${n}`)).status);
      return answers;
    };
    const first = await run(7);
    expect(new Set(first)).toEqual(new Set([202, 429]));
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('dropAnswer %s cuts the connection with %d messages taken', async (dropAnswer, taken) => {
    world.simulator.behave({ dropAnswer });
    await expect(send(world.simulator, 'ref-1')).rejects.toThrow('fetch failed');
    await world.simulator.drain();
    expect(world.simulator.accepted).toHaveLength(taken);
    expect(world.receiver.received).toHaveLength(taken * 2);
    await expect(await ask(world.simulator, '/messages/ref-1')).toAnswer(taken ? 200 : 404);
  });

  it.each([
    ['error', 500, '<html>'],
    ['no-id', 200, '{}'],
    ['garbage', 200, '{"id": "3EB0'],
  ] as const)('unreadable %s takes the message and does not let on', async (unreadable, status, body) => {
    world.simulator.behave({ unreadable });
    const answer = await send(world.simulator, 'ref-1');
    await expect(answer).toAnswer(status);
    expect((await answer.text()).startsWith(body)).toBe(true);
    expect(world.simulator.accepted).toHaveLength(1);
  });

  it('callbackOrder early sends all callbacks before the answer', async () => {
    world.simulator.behave({ callbackOrder: 'early', callbackDelayMs: 60_000 });
    await sendTaken(world.simulator, 'ref-1');
    expect(statuses(world.receiver)).toEqual(['sent', 'delivered']);
  });

  it('callbackOrder early answers all the same when the callbacks are refused', async () => {
    await world.start({ callbackRetryMs: 60_000, switches: { callbackOrder: 'early' } });
    world.receiver.answerNext(500, 500);
    await sendTaken(world.simulator, 'ref-1');
    expect(statuses(world.receiver)).toEqual(['sent', 'delivered']);
  });

  it('callbackOrder reversed reports delivered before sent', async () => {
    world.simulator.behave({ callbackOrder: 'reversed' });
    await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    expect(statuses(world.receiver)).toEqual(['delivered', 'sent']);
    expect(world.simulator.find('ref-1')?.status).toBe('delivered');
  });

  it('callbackOrder duplicate sends each callback twice under one id', async () => {
    await world.start({ callbackSecret: SECRET, switches: { callbackOrder: 'duplicate' } });
    await sendTaken(world.simulator, 'ref-1');
    await world.simulator.drain();
    expect(statuses(world.receiver)).toEqual(['sent', 'sent', 'delivered', 'delivered']);
    const ids = world.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
  });

  it('lookup unavailable answers a look-up without a readable error', async () => {
    world.simulator.behave({ lookup: 'unavailable' });
    await sendTaken(world.simulator, 'ref-1');
    const answer = await ask(world.simulator, '/messages/ref-1');
    await expect(answer).toAnswer(500);
    await expect(answer.json()).rejects.toThrow();
  });

  it('disconnected shows in the status and refuses sends with 503', async () => {
    expect(await (await ask(world.simulator, '/status')).json()).toEqual({
      connected: true,
      number: '6281100000001',
    });
    world.simulator.behave({ disconnected: true });
    expect(await (await ask(world.simulator, '/status')).json()).toEqual({
      connected: false,
      number: '6281100000001',
    });
    await expect(await send(world.simulator, 'ref-1')).toAnswer(503);
  });
});

describe('scripts', () => {
  it('treat the next sends in turn, then the switches hold again', async () => {
    world.simulator.behave({ timeline: 'none' });
    world.simulator.script([{ refuse: 429 }, {}, { refuse: 503 }]);
    const answers: number[] = [];
    for (const reference of ['a', 'b', 'c', 'd'])
      answers.push((await send(world.simulator, reference)).status);
    expect(answers).toEqual([429, 202, 503, 202]);
  });

  it('decide by the send when they are functions, until they are taken away', async () => {
    world.simulator.script(({ reference }) => (reference.startsWith('bad') ? { refuse: 400 } : null));
    await expect(await send(world.simulator, 'bad-1')).toAnswer(400);
    await expect(await send(world.simulator, 'good-1')).toAnswer(202);
    world.simulator.script(null);
    await expect(await send(world.simulator, 'bad-1')).toAnswer(202);
  });

  it('are refused as a whole when one behaviour is wrong', async () => {
    expect(() => world.simulator.script([{ refuse: 429 }, { refuseRate: 2 }])).toThrow(SwitchError);
    await expect(await send(world.simulator, 'ref-1')).toAnswer(202);
  });
});

import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../simulator/gateway.js';
import { ask, send, sendTaken, statuses, useSimulator } from './support.js';

const world = useSimulator();

describe('the protocol', () => {
  it('takes a message with 202 and its id, and remembers it', async () => {
    const answer = await send(world.simulator, 'ref-1');
    await expect(answer).toAnswer(202);
    const { id } = (await answer.json()) as { id: string };
    expect(world.simulator.accepted).toMatchObject([
      { id, reference: 'ref-1', to: '6281234567890', text: 'Kode OTP Toko: 482910' },
    ]);
  });

  it('answers the same reference with the same id and delivers it once', async () => {
    const first = await sendTaken(world.simulator, 'ref-1');
    expect(await sendTaken(world.simulator, 'ref-1')).toBe(first);
    await world.simulator.drain();
    expect(world.simulator.accepted).toHaveLength(1);
    expect(statuses(world.receiver)).toEqual(['sent', 'delivered']);
    expect(world.simulator.requests).toMatchObject({ sends: 2, accepted: 1, replayed: 1 });
  });

  it('answers two simultaneous sends of one reference with one id', async () => {
    world.simulator.behave({ answerDelayMs: 20 });
    const ids = await Promise.all([sendTaken(world.simulator, 'ref-1'), sendTaken(world.simulator, 'ref-1')]);
    expect(new Set(ids).size).toBe(1);
    expect(world.simulator.accepted).toHaveLength(1);
  });

  it.each(['/messages/ref-1', '/status', '/control', '/log'])(
    'refuses %s without the token',
    async (path) => {
      for (const authorization of ['', 'Bearer wrong', world.simulator.token]) {
        const answer = await ask(world.simulator, path, { headers: { authorization } });
        await expect(answer).toAnswer(401);
        expect(await answer.json()).toEqual({ error: expect.any(String) });
      }
    },
  );

  it('refuses a send without the token and takes nothing', async () => {
    const answer = await ask(world.simulator, '/messages', {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
    });
    await expect(answer).toAnswer(401);
    expect(world.simulator.accepted).toHaveLength(0);
  });

  it.each([
    ['no recipient', { to: undefined }],
    ['a recipient that is no number', { to: 'Budi' }],
    ['an empty text', { text: '' }],
    ['a text that is no string', { text: 7 }],
    ['a reference other than the Idempotency-Key', { reference: 'ref-2' }],
  ])('refuses %s with 400 and a readable error', async (_, body) => {
    const answer = await send(world.simulator, 'ref-1', body);
    await expect(answer).toAnswer(400);
    expect(await answer.json()).toEqual({ error: expect.any(String) });
    expect(world.simulator.accepted).toHaveLength(0);
  });

  it('refuses a body that is no JSON, and one beyond 16 KiB', async () => {
    const post = (body: string): Promise<Response> =>
      ask(world.simulator, '/messages', { method: 'POST', body });
    await expect(await post('{"to":')).toAnswer(400);
    await expect(await post(`"${'x'.repeat(20_000)}"`)).toAnswer(413);
    await expect(await ask(world.simulator, '/nothing')).toAnswer(404);
  });

  it('looks a message up by its reference, with its latest status', async () => {
    const id = await sendTaken(world.simulator, 'ref/1~a');
    await world.simulator.drain();
    const answer = await ask(world.simulator, `/messages/${encodeURIComponent('ref/1~a')}`);
    await expect(answer).toAnswer(200);
    expect(await answer.json()).toEqual({ id, status: 'delivered', error: null });
  });

  it('answers 404 for a reference that was never accepted', async () => {
    world.simulator.behave({ refuse: 400 });
    await send(world.simulator, 'ref-1');
    const answer = await ask(world.simulator, '/messages/ref-1');
    await expect(answer).toAnswer(404);
    expect(await answer.json()).toEqual({ error: expect.any(String) });
  });

  it('forgets the oldest message when its memory is full', async () => {
    await world.start({ maxMessages: 3 });
    for (const reference of ['a', 'b', 'c', 'd', 'e']) {
      await sendTaken(world.simulator, reference);
      await world.simulator.drain();
    }
    expect(world.simulator.accepted.map((message) => message.reference)).toEqual(['c', 'd', 'e']);
    expect(world.simulator.find('a')).toBeUndefined();
    await expect(await ask(world.simulator, '/messages/a')).toAnswer(404);
  });

  it('is a busy device while more messages are under way than it may remember', async () => {
    await world.start({ maxMessages: 2, switches: { callbackDelayMs: 60_000 } });
    await sendTaken(world.simulator, 'a');
    await sendTaken(world.simulator, 'b');
    await expect(await send(world.simulator, 'c')).toAnswer(503);
  });
});

describe('the control surface', () => {
  const patch = (body: string): Promise<Response> =>
    ask(world.simulator, '/control', { method: 'PATCH', body });

  it('shows the switches and changes them', async () => {
    const answer = await patch('{"refuse": {"status": 429, "error": "slow down"}, "answerDelayMs": 5}');
    await expect(answer).toAnswer(200);
    const shown = (await (await ask(world.simulator, '/control')).json()) as { switches: object };
    expect(shown).toEqual(await answer.json());
    expect(shown.switches).toMatchObject({ refuse: { status: 429, error: 'slow down' }, answerDelayMs: 5 });
    expect(await (await send(world.simulator, 'ref-1')).json()).toEqual({ error: 'slow down' });
  });

  it.each([
    ['{"refuze": 429}', 'refuze'],
    ['{"__proto__": {}}', '__proto__'],
    ['{"refuse": 200, "refuseRate": 1.5}', 'refuseRate'],
    ['{"refuse": 204}', 'refuse'],
    ['{"refuse": {"status": 400, "error": ""}}', 'refuse'],
    ['{"answerDelayMs": -1}', 'answerDelayMs'],
    ['{"answerDelayMs": null}', 'answerDelayMs'],
    ['{"timeline": "later"}', 'timeline'],
    ['{"disconnected": "yes"}', 'disconnected'],
    ['[]', 'object'],
    ['null', 'object'],
  ])('refuses %s naming what is wrong, and changes nothing', async (body, named) => {
    const before = world.simulator.switches;
    const answer = await patch(body);
    await expect(answer).toAnswer(400);
    expect(((await answer.json()) as { error: string }).error).toContain(named);
    expect(world.simulator.switches).toEqual(before);
  });

  it('shows the accepted messages, newest first', async () => {
    await sendTaken(world.simulator, 'a');
    await sendTaken(world.simulator, 'b');
    const log = (await (await ask(world.simulator, '/log')).json()) as { total: number; messages: object[] };
    expect(log).toMatchObject({ total: 2, messages: [{ reference: 'b' }, { reference: 'a' }] });
  });
});

describe('what it shows', () => {
  it('is a bubble and its ticks, harmless to a terminal', async () => {
    const shown: string[] = [];
    await world.start({
      print: (text) => shown.push(text),
      switches: { timeline: 'failed', failureText: 'no \u001b[31m' },
    });
    await send(world.simulator, 'ref-1', {
      text: `Kode OTP: 482910\n\u001b]0;x\u0007${'panjang '.repeat(20)}`,
    });
    await world.simulator.drain();
    const all = shown.join('\n');
    expect(shown[0]).toContain('6281234567890');
    expect(shown[0]).toContain('│ Kode OTP: 482910\n');
    expect(shown.slice(1)).toEqual([expect.stringContaining('✓ '), expect.stringContaining('✗ ')]);
    expect(all.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(Math.max(...all.split('\n').map((line) => line.length))).toBeLessThan(80);
  });
});

describe('close()', () => {
  it('ends open connections, late answers, waiting callbacks and retries, and may be called twice', async () => {
    await world.start({ callbackRetryMs: 60_000, switches: { callbackDelayMs: 60_000 } });
    world.simulator.script([{}, { answerDelayMs: 60_000 }, { callbackDelayMs: 0 }]);
    world.receiver.answerNext(500);
    await sendTaken(world.simulator, 'waiting');
    const late = send(world.simulator, 'late').catch(() => 'cut');
    await expect.poll(() => world.simulator.accepted.length).toBe(2);
    await sendTaken(world.simulator, 'retrying');
    await expect.poll(() => world.receiver.received.length).toBe(1);
    const idle = connect({ port: Number(new URL(world.simulator.url).port), host: '127.0.0.1' });
    await new Promise((resolve) => idle.once('connect', resolve));
    const cut = new Promise((resolve) => idle.once('close', resolve));
    idle.on('error', () => undefined).resume();

    await Promise.all([world.simulator.close(), world.simulator.close()]);
    await world.simulator.drain();
    await cut;
    expect(await late).toBe('cut');
    expect(world.receiver.received).toHaveLength(1);
    await expect(send(world.simulator, 'ref-3')).rejects.toThrow('fetch failed');
  });

  it('cuts a callback that the service does not answer', async () => {
    await world.start({ callbackUrl: null });
    const silent = await startSimulator({ switches: { answerDelayMs: 60_000 } });
    world.simulator.callbackTo(`${silent.url}/messages`);
    const outcome = world.simulator.callback('3EB0X', 'sent');
    await world.simulator.close();
    expect(await outcome).toMatchObject({ taken: false });
    await silent.close();
  });
});

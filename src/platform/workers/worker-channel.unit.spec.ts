import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type IpcChannel, WorkerChannel } from './worker-channel.js';

/** The two ends of a channel. With `isCut`, messages are lost. */
function channel(isCut = false): [IpcChannel, IpcChannel] {
  const [here, there] = [new EventEmitter(), new EventEmitter()];
  const end = (own: EventEmitter, other: EventEmitter) =>
    Object.assign(own, {
      send: (message: unknown) => isCut || setImmediate(() => other.emit('message', message)).hasRef(),
    }) as unknown as IpcChannel;
  return [end(here, there), end(there, here)];
}

const text = (words: string) => () => Promise.resolve(words);

describe('a line', () => {
  it('brings each end the words of the other, once for all who ask at a time', async () => {
    const [here, there] = channel();
    let told = 0;
    const line = new WorkerChannel(here, text('primary'));
    const other = new WorkerChannel(there, () => Promise.resolve(`worker ${++told}`));
    expect(await Promise.all([line.ask(1000), line.ask(1000), other.ask(1000)])).toEqual([
      'worker 1',
      'worker 1',
      'primary',
    ]);
    expect(await line.ask(1000)).toBe('worker 2');
  });

  it('gives up on an end that has gone', async () => {
    const [here] = channel(true);
    expect(await new WorkerChannel(here, text('')).ask(10)).toBeUndefined();
  });

  it('takes an answer that was late for no other question', async () => {
    const [here, there] = channel();
    const answers: ((words: string) => void)[] = [];
    const line = new WorkerChannel(here, text(''));
    new WorkerChannel(there, () => new Promise((resolve) => answers.push(resolve)));
    expect(await line.ask(10)).toBeUndefined();
    const asked = line.ask(1000);
    await expect.poll(() => answers.length).toBe(2);
    answers[0]?.('late');
    setImmediate(() => setImmediate(() => answers[1]?.('in time')));
    expect(await asked).toBe('in time');
  });

  it('minds no messages but its own', async () => {
    const [here, there] = channel();
    const line = new WorkerChannel(here, text(''));
    new WorkerChannel(there, text('fine'));
    for (const strange of [null, 'ask', { cmd: 'NODE_CLUSTER' }]) there.send(strange as never);
    expect(await line.ask(1000)).toBe('fine');
  });
});

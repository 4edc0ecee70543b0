import { describe, expect, it } from 'vitest';
import { LogOutput } from './log-output.js';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** Takes so many bytes at a time, or fails. */
class Target {
  text = '';
  calls = 0;
  room = Infinity;
  failure: string | undefined;

  readonly output = new LogOutput((bytes) => {
    this.calls++;
    if (this.failure !== undefined && this.room <= 0) throw failure(this.failure);
    const taken = bytes.subarray(0, Math.max(0, Math.min(bytes.length, this.room)));
    this.room -= taken.length;
    this.text += taken.toString();
    return taken.length;
  });

  fails(code: string | undefined, room = 0): void {
    this.failure = code;
    this.room = code === undefined ? Infinity : room;
  }
}

describe('the output of log lines that cannot be written', () => {
  it.each(['ENOSPC', 'EIO', 'EDQUOT', 'EFBIG', 'EPIPE', 'EBADF'])(
    'drops and counts lines that cannot be written (%s), and writes again once it can',
    (code) => {
      const target = new Target();
      target.output.write('one\n');
      target.fails(code);
      for (let line = 0; line < 100; line++) target.output.write('lost\n');
      expect([target.output.dropped, target.calls]).toEqual([100, 101]);
      target.fails(undefined);
      target.output.write('two\n');
      expect(target.text).toBe('one\ntwo\n');
    },
  );

  it('begins a line of its own after one that was cut in the middle', () => {
    const target = new Target();
    target.fails('ENOSPC', 3);
    target.output.write('a long line\n');
    target.output.write('another\n');
    expect(target.output.dropped).toBe(2);
    target.fails(undefined);
    target.output.write('whole\n');
    expect(target.text).toBe('a l\nwhole\n');
  });
});

describe('the output of log lines for a slow reader', () => {
  it('keeps them in their order, and drops what is more than a megabyte', async () => {
    const target = new Target();
    target.fails('EAGAIN', 5);
    target.output.write('first\n');
    const line = `${'x'.repeat(999)}\n`;
    for (let count = 0; count < 2000; count++) target.output.write(line);
    expect(target.output.dropped).toBeGreaterThan(900);
    const kept = 2000 - target.output.dropped;
    target.fails(undefined);
    await expect.poll(() => target.text.length).toBe(6 + kept * 1000);
    expect(target.text).toBe(`first\n${line.repeat(kept)}`);
    target.output.write('last\n');
    expect(target.text.endsWith('\nlast\n')).toBe(true);
  });

  it('does not ask it again for each line', () => {
    const target = new Target();
    target.fails('EAGAIN');
    for (let count = 0; count < 100; count++) target.output.write('line\n');
    expect(target.calls).toBe(1);
  });

  it('ends a flush where nothing is taken', () => {
    const target = new Target();
    target.fails('EAGAIN');
    for (let count = 0; count < 100; count++) target.output.write('line\n');
    const beganMs = performance.now();
    target.output.flushSync();
    expect(performance.now() - beganMs).toBeGreaterThan(400);
    expect(target.output.dropped).toBe(100);
    expect(target.calls).toBeLessThan(300);
  });

  it('flushes at once what is taken by then', () => {
    const target = new Target();
    target.fails('EAGAIN');
    target.output.write('crashed\n');
    target.fails(undefined);
    target.output.flushSync();
    expect([target.text, target.output.dropped]).toEqual(['crashed\n', 0]);
  });
});

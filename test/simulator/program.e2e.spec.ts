import { describe, expect, it } from 'vitest';
import { Program } from '../support/program.js';

const run = (env: Record<string, string>) => new Program('dist/simulator/main.js', env);

describe('the program', () => {
  it('tells its address, shows a message, and ends by itself on SIGTERM with callbacks still waiting', async () => {
    const program = run({ SIMULATOR_PORT: '0', SIMULATOR_CALLBACK_DELAY_MS: '600000' });
    const url = await program.says(/Gateway simulator on (http:\/\/127\.0\.0\.1:\d+)/);
    const answer = await fetch(`${url}/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer simulator-token', 'idempotency-key': 'r' },
      body: JSON.stringify({ to: '6281234567890', text: 'Kode 1234', reference: 'r' }),
    });
    await expect(answer).toAnswer(202);
    await program.says(/Kode 1234/);
    program.signal('SIGTERM');
    expect(await program.exit()).toEqual({ code: 0, signal: null });
  });

  it('fails its boot with the name of the wrong variable', async () => {
    const program = run({ SIMULATOR_PORT: 'x' });
    expect(await program.exit()).toEqual({ code: 1, signal: null });
    expect(program.output).toMatch(/^SIMULATOR_PORT must be a whole number/);
  });
});

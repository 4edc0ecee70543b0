import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { announcedSeed } from '../support/seed.js';
import { tries } from '../support/tries.js';
import { accountCommands } from './account-commands.js';
import { callbackCommands } from './callback-commands.js';
import { checkOwnBooks, compare } from './compare.js';
import { Model, UNKNOWN_SECONDS } from './model.js';
import { recoveryCommands, Sweep } from './recovery-commands.js';
import { sendCommands } from './send-commands.js';
import { Run, World } from './world.js';

/** Three hundred over both engines with `TEST_DICE=all`; MODEL_RUNS raises it for a long run. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? tries(inject('engine') === 'sqlite' ? 220 : 80));
const MS_PER_RUN = 3_000;

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const commands = fc.commands(
  [fc.oneof(...sendCommands, ...callbackCommands, ...recoveryCommands, ...accountCommands)],
  { maxCommands: 30, size: 'max' },
);

/** Time passes, the gateway answers: then every message has ended. */
async function settleAll(model: Model, run: Run): Promise<void> {
  model.lookupAvailable = true;
  run.service.gateway.behave({ lookup: 'normal' });
  for (let round = 0; round < 2; round++) {
    model.now += UNKNOWN_SECONDS + 1;
    run.service.clock.advance(UNKNOWN_SECONDS + 1);
    await new Sweep(1).run(model, run);
  }
  expect(model.messages.filter(({ status }) => status === 'pending')).toEqual([]);
}

describe('the service', () => {
  it(
    `does what the model says over ${RUNS} random runs of sends, retries, callbacks, crashes and time`,
    { timeout: 60_000 + RUNS * MS_PER_RUN },
    async () => {
      const seed = announcedSeed('the model');
      const run = async (sequence: Iterable<fc.AsyncCommand<Model, Run>>) => {
        const model = new Model();
        model.balance = 1000;
        const real = await Run.begin(world, model.balance);
        try {
          await fc.asyncModelRun(() => ({ model, real }), sequence);
          await compare(model, real);
          await settleAll(model, real);
          await compare(model, real);
          await checkOwnBooks(real);
        } finally {
          real.service.gateway.script(null);
          real.service.gateway.behave({ lookup: 'normal' });
        }
      };
      await fc.assert(fc.asyncProperty(commands, run), { seed, numRuns: RUNS, endOnFailure: false });
    },
  );
});
